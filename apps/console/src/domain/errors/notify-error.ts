import i18next from 'i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { notifyFailure } from '#kit/state/notify.ts';

/** Notifies the user of a failure, with the reason from the thrown error. */
export function notifyError(error: unknown): void {
  notifyFailure(i18next.t(`errors.${errorCodeOf(error)}`));
}
