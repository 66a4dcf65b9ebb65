import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** A short message that something succeeded. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 4000, closeButtonProps: closeButton() });
}

/** A short message that something failed, where there is no better place for it than the corner of the page. */
export function notifyFailure(message: string): void {
  notifications.show({
    message,
    color: 'red',
    autoClose: 8000,
    role: 'alert',
    closeButtonProps: closeButton(),
  });
}

const closeButton = () => ({ 'aria-label': i18next.t('common.close') });
