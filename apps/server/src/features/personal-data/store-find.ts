import { rolesEverywhere, type UserPolicy } from '@varde/catalogue/permissions';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { containsWords, likeWords, nameOrder } from '#domain/search-words.ts';
import type { Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';

/** Maximum number of results. */
const foundAtOnce = 20;

const within = (custId: SQLWrapper, scope: Scope): SQL => withinScope(custId, scope) ?? sql`true`;

/** Accounts `u` of these customers that hold no role beyond them, and are not erased. */
const accountWithin = (scope: Scope): SQL =>
  scope === 'all'
    ? sql`u.erased_at is null`
    : sql`u.erased_at is null and ${within(sql`u.cust_id`, scope)} and not exists (
        select from user_policies p where p.user_id = u.user_id and (
          p.cust_id is null or p.role = any(${sql.param([...rolesEverywhere])}::text[]) or not ${within(sql`p.cust_id`, scope)}))`;

const userColumns = sql`u.user_id as "userId", u.username, trim(u.first_name || ' ' || u.last_name) as name,
  u.cust_id as "custId", c.firm_name as "custName",
  case when u.deleted_at is not null then 'deleted' when u.disabled_at is not null then 'inactive' else 'active' end as state,
  (extract(epoch from u.created_at) * 1000)::float8 as "createdAt",
  (extract(epoch from u.last_login) * 1000)::float8 as "lastLogin",
  (extract(epoch from u.gdpr_accepted_at) * 1000)::float8 as "gdprAcceptedAt"`;

export interface FoundUser {
  userId: number;
  username: string;
  name: string;
  custId: number | null;
  custName: string | null;
  state: 'active' | 'inactive' | 'deleted';
  createdAt: number;
  lastLogin: number | null;
  gdprAcceptedAt: number | null;
}

const selectUsers = (db: Database, where: SQL): Promise<FoundUser[]> =>
  queryRows(
    db,
    sql`select ${userColumns} from users u left join customers c on c.cust_id = u.cust_id
      where ${where} order by u.sort_name, u.user_id limit ${foundAtOnce}`,
  );

export const findUsers = (db: Database, scope: Scope, words: string): Promise<FoundUser[]> =>
  selectUsers(
    db,
    sql`${accountWithin(scope)} and ${containsWords(sql`u.first_name || ' ' || u.last_name || chr(10) || u.username`, words)}`,
  );

/** One account within scope, or undefined. `lock` locks its row until the transaction ends. */
export async function findUser(
  db: Database,
  scope: Scope,
  userId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<FoundUser | undefined> {
  if (lock) await db.execute(sql`select from users where user_id = ${userId} for update`);
  const [user] = await selectUsers(db, sql`u.user_id = ${userId} and ${accountWithin(scope)}`);
  return user;
}

/** A user's roles at all customers. */
export const policiesOf = (db: Database, userId: number): Promise<UserPolicy[]> =>
  queryRows(db, sql`select role, cust_id as "custId" from user_policies where user_id = ${userId}::int`);

export interface FoundDevice {
  deviId: number;
  deviceName: string | null;
  deviceSNNum: string;
}

/**
 * Devices by name and number. A device that went to another customer is found only by its whole number, and its present
 * customer and name are not revealed.
 */
export const findDevices = (db: Database, scope: Scope, words: string): Promise<FoundDevice[]> =>
  queryRows(
    db,
    sql`select d.devi_id as "deviId", d.device_serial_number as "deviceSNNum",
        case when ${within(sql`d.cust_id`, scope)} then d.device_name end as "deviceName"
      from devices d join device_search s on s.devi_id = d.devi_id
      where (${within(sql`d.cust_id`, scope)} and s.words like ${likeWords(words)})
        or (d.device_serial_number = ${words} and exists (
          select from device_assignments a where a.devi_id = d.devi_id and ${within(sql`a.cust_id`, scope)}))
      order by ${nameOrder(sql`d.device_name`)}, d.devi_id limit ${foundAtOnce}`,
  );

/** A device that one of the customers has or had; otherwise undefined. */
export async function findHeldDevice(db: Database, scope: Scope, deviId: number): Promise<FoundDevice | undefined> {
  const [device] = await queryRows<FoundDevice>(
    db,
    sql`select d.devi_id as "deviId", d.device_serial_number as "deviceSNNum",
        case when ${within(sql`d.cust_id`, scope)} then d.device_name end as "deviceName"
      from devices d where d.devi_id = ${deviId} and exists (
        select from device_assignments a where a.devi_id = d.devi_id and ${within(sql`a.cust_id`, scope)})`,
  );
  return device;
}

/** Locks the device of an assignment, and the other unit of its pair, until the transaction ends, as processing does. */
export async function lockDeviceOf(tx: Database, assignmentId: number): Promise<void> {
  await tx.execute(sql`with worn as materialized (
      select devi_id from device_assignments where assignment_id = ${assignmentId})
    select from devices d where d.devi_id in (select devi_id from worn) or d.twin_device in (select devi_id from worn)
    order by d.devi_id for no key update`);
}
