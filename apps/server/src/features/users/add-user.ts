import type { HandlerInput } from '@varde/contract/endpoint';
import type { createUser as createUserCall } from '@varde/contract/users';
import { queueLink } from '#platform/accounts/account-links.ts';
import { mayGrant } from '#platform/accounts/may-grant.ts';
import { AppError } from '#platform/app-error.ts';
import { recordAudit } from '#platform/audit.ts';
import type { FeatureDependencies } from '#platform/feature.ts';
import type { Caller } from '#platform/http/caller.ts';
import { createUser } from '#platform/registration/users.ts';
import { createToken } from '#platform/tokens.ts';
import { checkedDetails } from './checked-details.ts';
import { realPolicies } from './real-policies.ts';

/** Adds a user whose password nobody knows; the mail that goes to the address lets its reader choose one. */
export async function addUser(
  { db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>,
  caller: Caller,
  { username, policies: wanted, ...details }: HandlerInput<typeof createUserCall>['body'],
): Promise<number> {
  if (!wanted.every((one) => mayGrant(caller, 'USER_PRIVILEGES_ADD', one))) throw new AppError('notAllowed');
  const at = new Date(clock.now());
  return db.transaction(async (tx) => {
    const policies = await realPolicies(tx, wanted);
    const checked = await checkedDetails(tx, caller, 'USER_PRIVILEGES_ADD', details, null);
    const userId = await createUser(tx, { username, policies, ...checked, password: createToken() });
    if (userId === null) throw new AppError('usernameTaken', [{ path: 'username', message: 'is taken' }]);
    const { custId } = checked;
    await recordAudit(tx, {
      action: 'user.created',
      at,
      by: caller,
      custId,
      subject: { kind: 'user', id: userId },
      after: { custId, policies, temporaryUntil: checked.temporaryUntil },
    });
    await queueLink(tx, 'invitation', { userId, username, language: checked.language }, at.getTime());
    return userId;
  });
}
