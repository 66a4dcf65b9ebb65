import type { HandlerInput } from '@varde/contract/endpoint';
import type { createUser as createUserCall } from '@varde/contract/users';
import { invitationLifeMs } from '#domain/accounts/account-links.ts';
import { granting } from '#domain/accounts/may-grant.ts';
import { countInvitations, givePolicies, insertInvitation, isVisible, lockUser } from '#domain/accounts/users.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { checkedDetails } from './checked-details.ts';
import { realPolicies } from './real-policies.ts';

/** Far above normal use; limits mail to strangers and probing for addresses with an account. */
const invitationsPerDay = 100;
const dayMs = 86_400_000;

/**
 * Invites a person, who becomes a user by choosing a password within a week; a job writes the mail. An address whose
 * account is out of the caller's scope gets the same answer: its owner is notified by mail, and the invitation has no
 * effect.
 */
export async function addUser(
  { db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>,
  caller: Caller,
  { username, policies: wanted, ...details }: HandlerInput<typeof createUserCall>['body'],
): Promise<number> {
  const mayGrant = await granting(db, caller, wanted);
  if (!wanted.every((one) => mayGrant('USER_PRIVILEGES_ADD', one))) throw new AppError('notAllowed');
  const now = clock.now();
  const at = new Date(now);
  return db.transaction(async (tx) => {
    await lockUser(tx, caller.userId); // serialised: each is counted, and a second click finds the first
    const lately = { since: new Date(now - dayMs), now: at };
    if ((await countInvitations(tx, caller.userId, lately)) >= invitationsPerDay) throw new AppError('invitationLimit');
    const policies = await realPolicies(tx, wanted);
    const checked = await checkedDetails(tx, { caller, policy: 'USER_PRIVILEGES_ADD', now }, details, null);
    if (await isVisible(tx, caller.scopeOf('USER_PRIVILEGES_READ'), username, at))
      throw new AppError('usernameTaken', [{ path: 'username', message: 'is taken' }]);
    const invitedUntil = new Date(now + invitationLifeMs);
    const userId = await insertInvitation(tx, {
      username,
      ...checked,
      createdAt: at,
      invitedUntil,
      invitedBy: caller.userId,
    });
    await givePolicies(tx, userId, policies);
    const { custId, temporaryUntil } = checked;
    await recordAudit(tx, {
      action: 'user.created',
      at,
      by: caller,
      custId,
      subject: { kind: 'user', id: userId },
      after: { custId, policies, temporaryUntil },
    });
    return userId;
  });
}
