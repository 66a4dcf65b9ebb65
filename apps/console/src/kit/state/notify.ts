import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { dialogsReady } from '#kit/state/dialogs-ready.ts';

/** Notifies the user of a success. */
export function notifyDone(message: string): void {
  show({ message, color: 'green', autoClose: 4000 });
}

/** Notifies the user of a failure that has no better place than the corner of the page. */
export function notifyFailure(message: string): void {
  show({ message, color: 'red', autoClose: 8000, role: 'alert' });
}

/** Notifications are rendered with the dialogs; if their code could not be loaded before, it is loaded now. */
function show(toast: Parameters<typeof notifications.show>[0]): void {
  void dialogsReady();
  notifications.show({ ...toast, closeButtonProps: { 'aria-label': i18next.t('common.close') } });
}
