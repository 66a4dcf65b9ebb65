import type { AuditAction } from '@varde/catalogue/audit-actions';
import type { User, userAbilities } from '@varde/contract/users';
import { granting } from '#domain/accounts/may-grant.ts';
import { findUser, lockUser, type UserRecord } from '#domain/accounts/users.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { AppError } from '#platform/app-error.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Caller } from '#platform/caller.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { abilitiesOn } from './policy.ts';
import { presentUsers } from './present.ts';

export interface Change {
  action: AuditAction;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** A user within the caller's scope. Throws `notFound` otherwise. */
export async function requireUser(db: Database, caller: Caller, userId: number): Promise<UserRecord> {
  const found = await findUser(db, caller.scopeOf('USER_PRIVILEGES_READ'), userId);
  if (found === undefined) throw new AppError('notFound');
  return found;
}

export async function showUser(db: Database, caller: Caller, userId: number): Promise<User> {
  const [shown] = await presentUsers(db, [await requireUser(db, caller, userId)], caller);
  if (shown === undefined) throw new AppError('notFound');
  return shown;
}

/** Throws `notAllowed` unless the caller has this ability on the user. */
export async function requireAbility(
  db: Database,
  caller: Caller,
  record: UserRecord,
  ability: (typeof userAbilities)[number],
): Promise<void> {
  const mayGrant = await granting(db, caller.acting, record.held);
  if (!abilitiesOn(caller.acting, mayGrant, record).includes(ability)) throw new AppError('notAllowed');
}

interface Order {
  db: Database;
  bus: Bus;
  clock: Clock;
  caller: Caller;
  userId: number;
  /** The ability that the caller needs on this user. */
  ability: (typeof userAbilities)[number];
}

/**
 * Changes a user under a lock and audits the change. `change` returns the audited change; null: nothing changed, and
 * nothing is audited.
 */
export async function changeUser(
  { db, bus, clock, caller, userId, ability }: Order,
  change: (tx: Database, record: UserRecord, now: Date) => Promise<Change | null>,
): Promise<void> {
  await commitAndPublish({ db, bus }, async (tx, changes) => {
    await lockUser(tx, userId);
    const record = await requireUser(tx, caller, userId);
    await requireAbility(tx, caller, record, ability);
    const at = new Date(clock.now());
    const done = await change(tx, record, at);
    changes.publish({ type: 'rights', userId, custIds: [] });
    if (done === null) return;
    const { custId } = record.user;
    await recordAudit(tx, { at, by: caller, custId, subject: { kind: 'user', id: userId }, ...done });
  });
}
