import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { errorCodeOf } from '#kit/api/api-error.ts';

/** A short word that something succeeded. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green.8', autoClose: 4000, closeButtonProps: closeButton() });
}

/** A short word that something failed, and why; `text` where more is known than the error's code. */
export function notifyError(error: unknown, text = i18next.t(`errors.${errorCodeOf(error)}`)): void {
  notifications.show({
    message: text,
    color: 'red.8',
    autoClose: 8000,
    role: 'alert',
    closeButtonProps: closeButton(),
  });
}

const closeButton = () => ({ 'aria-label': i18next.t('common.close') });
