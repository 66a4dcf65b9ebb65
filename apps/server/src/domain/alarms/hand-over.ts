import { explain, roles, type UserPolicy } from '@varde/catalogue/permissions';
import { and, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';
import type { Scope } from '#platform/http/caller.ts';
import { reachAll } from '#platform/reach-all.ts';
import { rolePoliciesAlong } from '../customers/role-policies.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { changeAlarmIf, isClaimedBy, type Owner, releaseIf } from './claims.ts';
import { alarms } from './tables.ts';

export interface HandOver {
  alarmId: number;
  /** The claimant known to the caller. */
  claimedBy: number | null;
  to: number;
  by: number;
  at: Date;
}

/**
 * Hands an alarm that `claimedBy` has claimed over to `to`, who has yet to confirm it; null when it is not claimed, or by
 * somebody else.
 */
export async function handOverIfClaimed(
  tx: Database,
  scope: Scope,
  { alarmId, claimedBy, to, by, at }: HandOver,
): Promise<Owner | null> {
  const held = { alarmId, scope, condition: isClaimedBy(claimedBy) };
  const handed = await changeAlarmIf(tx, held, {
    ...{ claimedBy: to, claimedAttempt: null, claimedAt: at, handedOverBy: by },
  });
  if (handed !== null)
    await recordAlarmEvent(tx, { alarmId, event: 'handedOver', at, userId: by, toUserId: to });
  return handed;
}

/** The alarms that a user has been handed and has not confirmed within `withinMs`, at most `most`. */
export function findUnconfirmed(
  db: Database,
  { at, withinMs, most }: { at: Date; withinMs: number; most: number },
) {
  const late = new Date(at.getTime() - withinMs);
  return db
    .select({ alarmId: alarms.alarmId, claimedBy: alarms.claimedBy })
    .from(alarms)
    .where(
      and(
        isNotNull(alarms.handedOverBy),
        // A time in the future is that of a clock that was set back since.
        or(lte(alarms.claimedAt, late), gt(alarms.claimedAt, at)),
      ),
    )
    .limit(most);
}

/** Opens an alarm whose hand-over `claimedBy` has not confirmed; null when it is confirmed or released meanwhile. */
export const releaseIfUnconfirmed = (
  tx: Database,
  { alarmId, claimedBy, at }: { alarmId: number; claimedBy: number; at: Date },
): Promise<Owner | null> => {
  const condition = and(isClaimedBy(claimedBy), isNotNull(alarms.handedOverBy));
  return releaseIf(tx, { alarmId, scope: 'server', condition }, { at });
};

/** Confirms an alarm that was handed over to this user; null when it was not, or is already confirmed. */
export async function acceptIfHandedOver(
  tx: Database,
  scope: Scope,
  { alarmId, userId, at }: { alarmId: number; userId: number; at: Date },
): Promise<Owner | null> {
  const condition = and(eq(alarms.claimedBy, userId), isNotNull(alarms.handedOverBy));
  const accepted = await changeAlarmIf(
    tx,
    { alarmId, scope, condition },
    { claimedAt: at, handedOverBy: null },
  );
  if (accepted !== null) await recordAlarmEvent(tx, { alarmId, event: 'confirmed', at, userId });
  return accepted;
}

interface HandlerQuery {
  custId: number;
  now: Date;
  /** Private users see holders of a role at the customer or above it, and not the staff of alarm centres. */
  withOperators: boolean;
}

export interface AlarmHandler {
  userId: number;
  name: string;
}

const operatorRoles = roles.filter(({ fullAccess }) => fullAccess).map(({ key }) => key);

/**
 * The users who can log in and may handle alarms of a customer, by name. They may belong to other customers: call it
 * only for a caller who may handle alarms of this one, in a transaction, which has the server's own reach from here on.
 */
export async function findAlarmHandlers(
  tx: Database,
  { custId, now, withOperators }: HandlerQuery,
): Promise<AlarmHandler[]> {
  await reachAll(tx);
  const [customer] = await queryRows<{ path: number[] }>(
    tx,
    sql`select path from customers where cust_id = ${custId}::int`,
  );
  if (customer === undefined) return [];
  const { path } = customer;
  const rolePolicies = await rolePoliciesAlong(tx, path);
  const users = await queryRows<AlarmHandler & { held: UserPolicy[] }>(
    tx,
    sql`select u.user_id as "userId", trim(u.first_name || ' ' || u.last_name) as name,
          json_agg(json_build_object('role', p.role, 'custId', p.cust_id)) as held
        from users u join user_policies p on p.user_id = u.user_id
        where u.disabled_at is null and u.deleted_at is null and u.invited_until is null
          and u.email_validated_at is not null
          and (u.temporary_until is null or u.temporary_until > ${now.toISOString()}::timestamptz)
          and exists (select from user_policies h where h.user_id = u.user_id and (
            h.cust_id = any(${sql.param(path)}::int[])
            or (${withOperators} and (h.cust_id is null or h.role = any(${sql.param(operatorRoles)}::text[])))))
        group by u.user_id
        order by u.last_name, u.first_name, u.user_id`,
  );
  return users
    .filter(({ held }) => {
      const why = explain({ policies: held, rolePolicies }, 'ALARM_HANDLE', path);
      return why.allowed && why.by !== 'rolePolicyToLook';
    })
    .map(({ userId, name }) => ({ userId, name }));
}
