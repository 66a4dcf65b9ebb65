import type { Policy } from '@varde/catalogue/permissions';
import type { HandlerInput } from '@varde/contract/endpoint';
import type { updateUser } from '@varde/contract/users';
import { lastsUntil } from '#domain/accounts/may-grant.ts';
import { phoneNumber } from '#domain/accounts/phone-number.ts';
import { areCustomers, marketOf } from '#domain/accounts/users.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { governs } from './policy.ts';

type Details = HandlerInput<typeof updateUser>['body'];

interface Check {
  caller: Caller;
  policy: Policy;
  now: number;
}

/**
 * A user's typed details in their stored form. Throws on the field for an invalid phone number, for a customer that
 * the caller does not govern, and for an end that has passed or is after the caller's own; unchanged fields are not
 * checked.
 */
export async function checkedDetails(
  db: Database,
  { caller, policy, now }: Check,
  details: Details,
  before: { custId: number | null; mobile: string | null; temporaryUntil: Date | null } | null,
) {
  const { firstName, lastName, language, custId, temporaryUntil } = details;
  if (before?.custId !== custId && !governs(caller, policy, custId))
    throw new AppError('validationFailed', [{ path: 'custId', message: 'is none of your customers' }]);
  if (custId !== null && !(await areCustomers(db, [custId])))
    throw new AppError('validationFailed', [{ path: 'custId', message: 'is no customer' }]);
  const until = temporaryUntil === null ? null : new Date(temporaryUntil);
  const isNewEnd = before === null || until?.getTime() !== before.temporaryUntil?.getTime();
  if (isNewEnd && until !== null && until.getTime() <= now)
    throw new AppError('validationFailed', [{ path: 'temporaryUntil', message: 'has passed' }]);
  if (isNewEnd && !lastsUntil(caller, until))
    throw new AppError('validationFailed', [{ path: 'temporaryUntil', message: 'is after your own end' }]);
  const market = await marketOf(db, custId);
  const asked = details.mobile || null;
  const mobile = asked === null || asked === before?.mobile ? asked : phoneNumber(market, asked);
  if (asked !== null && mobile === null)
    throw new AppError('validationFailed', [{ path: 'mobile', message: 'is no phone number' }]);
  return {
    firstName,
    lastName,
    language,
    custId,
    mobile,
    temporaryUntil: until,
  };
}
