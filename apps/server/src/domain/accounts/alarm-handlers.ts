import { policies, type Role, rolesEverywhere } from '@varde/catalogue/permissions';
import { type ConsentChannel, consentChannels } from '@varde/contract/event-setup-form';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import { containsWords } from '../search-words.ts';
import { timestamp } from './holders.ts';
import { hasBrowser } from './push-browsers.ts';

interface HandlerQuery {
  custId: number;
  now: Date;
  /** Private users see holders of a role at the customer or above it, and not the staff of alarm centres. */
  withOperators: boolean;
  /** Those who are there come first. */
  thereFirst?: boolean;
}

/** Users shown at a time; the others are found by a search. */
const shown = 50;

export interface AlarmHandler {
  userId: number;
  name: string;
  /** E.164; null: none. */
  mobile: string | null;
  email: string;
  /** Gets push messages. */
  hasBrowser: boolean;
  /** Has withdrawn the consent to these. */
  withdrawn: ConsentChannel[];
  /** The roles by which they see devices of the customer. */
  roles: Role[];
  /** A page of theirs is open now: an open one is in contact every minute. */
  isThere: boolean;
}

/** Two of the contacts of an open page may be late. */
const thereMs = 3 * 60_000;

const operators: readonly Role[] = [...rolesEverywhere];
const holders: readonly Role[] = policies.ALARM_HANDLE;

const oneOf = (keys: readonly string[]): SQL => sql`any (${sql.param([...keys])}::text[])`;

/** The account `u` of a query can log in. */
export const isActiveUser = (at: Date): SQL =>
  sql`(u.disabled_at is null and u.deleted_at is null and u.invited_until is null
    and u.email_validated_at is not null
    and (u.temporary_until is null or u.temporary_until > ${at.toISOString()}::timestamptz))`;

/**
 * The account `u` of a query may handle alarms of a customer, given as the ids from the root of the tree to it. The rule
 * of the catalogue (`explain`) in the database, where it is asked for many users and customers at once.
 */
export const handlesAlarmsOf = (path: SQL): SQL =>
  sql`exists (select from user_policies p where p.user_id = u.user_id and (p.role = ${oneOf(operators)}
    or ((p.cust_id is null or p.cust_id = any (${path})) and (p.role = ${oneOf(holders)} or coalesce((
      select g.status = 'active' and g.information is distinct from 'read' from customer_role_policies g
      where g.role = p.role and g.policy = 'ALARM_HANDLE' and g.cust_id = any (${path})
      order by array_position(${path}, g.cust_id) desc limit 1), false)))))`;

/** Whether this user can log in and may handle alarms of this customer now. */
export async function mayHandleAlarms(
  db: Database,
  { userId, custId, at }: { userId: number; custId: number; at: Date },
): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`select from users u join customers c on c.cust_id = ${custId}::int
      where u.user_id = ${userId}::int and ${isActiveUser(at)} and ${handlesAlarmsOf(sql`c.path`)}`,
  );
  return found.length > 0;
}

/** The number of the account `u` of a query in E.164; null when it has none that can be called. */
export const numberOfUser: SQL<string | null> = sql`(case when u.mobile ~ '^\\+[0-9]{4,15}$' then u.mobile end)`;

/** The channels that the account `u` of a query has withdrawn the consent to; what was said of each last counts. */
export const withdrawnByUser: SQL<AlarmHandler['withdrawn']> = sql`array(select said.kind from (
  select distinct on (s.kind) s.kind, s.state from consents s
  where s.user_id = u.user_id and s.kind = ${oneOf(consentChannels)}
  order by s.kind, s.said_at desc, s.recorded_at desc, s.consent_id desc) said where said.state = 'withdrawn')`;

/**
 * The first 50 users who can log in and may handle alarms of a customer, by name, and whether there are more: with
 * `search` of those whose names contain it, and without the user `except`. They may belong to other customers: call it
 * only for a caller who may handle alarms of this one, or edit its notification list, in a transaction, which has the
 * server's own reach from here on.
 */
export async function searchAlarmHandlers(
  tx: Database,
  { search = '', except = null, ...query }: HandlerQuery & { search?: string | undefined; except?: number | null },
): Promise<{ users: AlarmHandler[]; more: boolean }> {
  const named = containsWords(sql`u.first_name || ' ' || u.last_name`, search.trim());
  const rows = await findHandlers(tx, query, sql`${named} and u.user_id is distinct from ${except}::int`, shown + 1);
  return { users: rows.slice(0, shown), more: rows.length > shown };
}

/** Those of these users who are alarm handlers as `searchAlarmHandlers` finds them; under the same condition. */
export const alarmHandlersAmong = (
  tx: Database,
  { userIds, ...query }: HandlerQuery & { userIds: readonly number[] },
): Promise<AlarmHandler[]> =>
  findHandlers(tx, query, sql`u.user_id = any (${sql.param([...userIds])}::int[])`, userIds.length);

async function findHandlers(
  tx: Database,
  { custId, now, withOperators, thereFirst = false }: HandlerQuery,
  condition: SQL,
  limit: number,
): Promise<AlarmHandler[]> {
  await reachAll(tx);
  const held = sql`from user_policies h where h.user_id = u.user_id and (h.cust_id = any (c.path)
    or (${withOperators} and (h.cust_id is null or h.role = ${oneOf(operators)})))`;
  const seenAfter = new Date(now.getTime() - thereMs);
  return queryRows<AlarmHandler>(
    tx,
    sql`select u.user_id as "userId", trim(u.first_name || ' ' || u.last_name) as name,
        ${numberOfUser} as mobile, u.username as email, ${hasBrowser} as "hasBrowser",
        ${withdrawnByUser} as withdrawn, array(select distinct h.role ${held} order by h.role) as roles,
        exists (select from sessions s where s.user_id = u.user_id and s.expires_at > ${timestamp(now.getTime())}
          and s.last_seen_at > ${timestamp(seenAfter.getTime())}) as "isThere"
      from customers c cross join users u
      where c.cust_id = ${custId}::int and ${isActiveUser(now)} and ${handlesAlarmsOf(sql`c.path`)}
        and exists (select ${held}) and ${condition}
      order by ${thereFirst ? sql`"isThere" desc,` : sql``} u.sort_name, u.user_id
      limit ${limit}`,
  );
}
