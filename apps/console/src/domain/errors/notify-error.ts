import i18next from 'i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { notifyFailure } from '#kit/state/notify.ts';

/** A short message that something failed, with the reason that the thrown error gives. */
export function notifyError(error: unknown): void {
  notifyFailure(i18next.t(`errors.${errorCodeOf(error)}`));
}
