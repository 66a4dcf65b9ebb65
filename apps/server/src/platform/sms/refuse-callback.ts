import { AppError } from '../app-error.ts';
import { metrics } from '../log/metrics.ts';

/** Refuses, and counts, a request in the name of a provider that is not its own, or is about nothing that is known. */
export function refuseCallback(kind: 'smsReport' | 'smsReply' | 'call'): never {
  metrics.callbacksRefused.inc({ kind });
  throw new AppError('linkInvalid');
}
