import type { UserPolicy } from '@varde/catalogue/permissions';
import type { User } from '@varde/contract/users';
import { granting, type MayGrant } from '#domain/accounts/may-grant.ts';
import type { UserRecord } from '#domain/accounts/users.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { abilitiesOn, governs } from './policy.ts';

/** Users as shown to the caller: roles at other customers are only counted. */
export async function presentUsers(db: Database, records: readonly UserRecord[], caller: Caller): Promise<User[]> {
  const roles = records.flatMap(({ held }) => held);
  const mayGrant = await granting(db, caller.acting, roles);
  return records.map((record) => presentUser(record, caller, mayGrant));
}

function presentUser(record: UserRecord, caller: Caller, mayGrant: MayGrant): User {
  const { user, custName, held } = record;
  const scope = caller.scopeOf('USER_PRIVILEGES_READ');
  const known = held.filter(({ custId }) => scope === 'all' || (custId !== null && scope.includes(custId)));
  const mayKnowCustomer = governs(caller, 'USER_PRIVILEGES_READ', user.custId);
  const isOwn = user.userId === caller.userId;
  const mayTake = (one: UserPolicy) => !isOwn && mayGrant('USER_PRIVILEGES_ALL', one);
  const mayKnowLogin = governs(caller, 'LAST_LOGIN', user.custId);
  const { userId, username, firstName, lastName, language } = user;
  return {
    userId,
    username,
    firstName,
    lastName,
    mobile: mayKnowCustomer ? user.mobile : null,
    language,
    beta: user.beta,
    translator: user.translator,
    custId: mayKnowCustomer ? user.custId : null,
    custName: mayKnowCustomer ? custName : null,
    state: stateOf(user),
    invitedUntil: user.invitedUntil?.getTime() ?? null,
    temporaryUntil: user.temporaryUntil?.getTime() ?? null,
    lastLogin: mayKnowLogin ? (user.lastLogin?.getTime() ?? null) : null,
    createdAt: user.createdAt.getTime(),
    deletedAt: user.deletedAt?.getTime() ?? null,
    policies: known.map((one) => ({ ...one, mayTake: mayTake(one) })),
    otherPolicies: held.length - known.length,
    abilities: abilitiesOn(caller.acting, mayGrant, record),
  };
}

function stateOf({ deletedAt, disabledAt, invitedUntil }: UserRecord['user']): User['state'] {
  if (deletedAt !== null) return 'deleted';
  if (disabledAt !== null) return 'inactive';
  return invitedUntil === null ? 'active' : 'invited';
}
