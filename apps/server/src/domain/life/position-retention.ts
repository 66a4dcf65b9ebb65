import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import { timestamp } from '#platform/clock/last-known.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { customers, positionDeletions } from '../customers/tables.ts';
import { changeDevice } from '../devices/change-device.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { alarmOf, type Period, transactionOf } from '../devices/period.ts';
import { devices } from '../devices/tables.ts';
import { forgetStillPlaces } from '../geofences/geofences.ts';

/** Rows in one transaction: short, so that no alarm waits for it on a database with one connection. */
const atOnce = 500;
/** A period that was done is due again after so many hours. */
const everyHours = 20;
/** No transaction is kept longer than this, so that an assignment that ended before has none. */
const longestDays = 400;

/** How long positions of a customer are kept: its own value, or that of the nearest customer above; null: none has one. */
const daysOf = (custId: SQL): SQL => sql`(select above.position_days
  from customers own join customers above on above.cust_id = any (own.path)
  where own.cust_id = ${custId} and above.position_days is not null order by cardinality(above.path) desc limit 1)`;

/** Retention of a customer's positions. */
export async function findPositionRetention(db: Database, scope: Scope, custId: number) {
  const [found] = await db
    .select({
      custId: customers.custId,
      own: customers.positionDays,
      days: sql<number | null>`${daysOf(sql`${custId}`)}`,
    })
    .from(customers)
    .where(and(eq(customers.custId, custId), withinScope(customers.custId, scope)));
  return found;
}

export async function setPositionRetention(tx: Database, custId: number, positionDays: number | null): Promise<void> {
  await tx.update(customers).set({ positionDays }).where(eq(customers.custId, custId));
}

/** What was deleted of the time of a customer and those below it, the latest first. */
export function positionDeletionsOf(db: Database, scope: Scope, custId: number, limit: number) {
  const { day, keptDays: days, before, transactions, alarms, devices: places } = positionDeletions;
  return db
    .select({ day, days, before, transactions, alarms, devices: places, firmName: customers.firmName })
    .from(positionDeletions)
    .innerJoin(customers, eq(customers.custId, positionDeletions.custId))
    .where(and(sql`${customers.path} @> array[${custId}::int]`, withinScope(customers.custId, scope)))
    .orderBy(sql`${day} desc, ${customers.sortName}, ${customers.custId}`)
    .limit(limit);
}

/** A stretch of a customer's time with a device, of which positions may be too old. */
export interface DuePeriod extends Period {
  days: number;
}

/**
 * The periods with positions that are older than their customer keeps them, by number; at most `limit` after `after`. Each
 * stretch of time follows the customer whose time it was, and one that was done lately is left out: a run continues the
 * work of an earlier one. One that was done by a clock that has been set back is due at once.
 */
export function duePeriods(db: Database, now: number, after: number, limit: number): Promise<DuePeriod[]> {
  const before = sql`${timestamp(now)} - k.days * interval '1 day'`;
  const lately = sql`${everyHours} * interval '1 hour'`;
  return queryRows<DuePeriod>(
    db,
    sql`with kept as materialized (select c.cust_id, ${daysOf(sql`c.cust_id`)} as days from customers c)
      select a.assignment_id as "assignmentId", a.devi_id as "deviId", a.cust_id as "custId", a.begins_at::text as begins,
        coalesce(a.ends_at::text, 'infinity') as ends, a.ends_at is null as running, k.days
      from device_assignments a join kept k on k.cust_id = a.cust_id and k.days is not null
      where a.assignment_id > ${after}
        and a.begins_at < ${before}
        and coalesce(a.positions_from not between ${before} - ${lately} and ${before} + ${lately}, true)
        and (a.ends_at is null or a.ends_at > ${timestamp(now)} - ${longestDays} * interval '1 day')
      order by a.assignment_id limit ${limit}`,
  );
}

/** How many places were deleted. */
export interface Deleted {
  transactions: number;
  alarms: number;
  devices: number;
}

/**
 * Deletes positions of a period that were received before a time, some at a time: in the log, of alarms that were reset
 * before it, the last one of the device's row, and where its fences saw the wearer outside. While a case is open, nothing
 * that was received since it began is deleted.
 * Null: another process is at it. `isDone`: nothing is left.
 */
export async function deletePositions(
  tx: Database,
  period: DuePeriod,
  { before, at }: { before: number; at: Date },
): Promise<(Deleted & { isDone: boolean; device: DeviceRecord | null }) | null> {
  const { assignmentId, deviId, custId } = period;
  const [held] = await queryRows<{ begins: string; ends: string }>(
    tx,
    sql`select coalesce(positions_from, '-infinity')::text as begins, least(${timestamp(before)}, (
        select min(t.received_at) from alarms t where t.devi_id = ${deviId} and t.state <> 'reset' and ${alarmOf(period)}
      ))::text as ends
      from device_assignments where assignment_id = ${assignmentId} for no key update skip locked`,
  );
  if (held === undefined) return null;
  const cleared = await clearTransactions(tx, period, held);
  const isDone = cleared.length < atOnce;
  const reached = isDone ? held.ends : (cleared.at(-1)?.rec_ts ?? held.ends);
  // Earlier than it was when the clock was set back: what is received since then is deleted in its turn as well.
  await tx.execute(
    sql`update device_assignments set positions_from = ${reached}::timestamptz where assignment_id = ${assignmentId}`,
  );
  const alarms = isDone ? await clearAlarms(tx, period, held.ends) : 0;
  const { device, fences } = isDone ? await clearLastPlaces(tx, period, held.ends) : { device: null, fences: 0 };
  const deleted = { transactions: cleared.length, alarms, devices: device !== null || fences > 0 ? 1 : 0 };
  await report(tx, { custId, at, days: period.days, before: held.ends }, deleted);
  return { ...deleted, isDone, device };
}

/** What the log keeps of a message that no longer says where it came from: raw frames and what was not understood may. */
async function clearTransactions(
  tx: Database,
  period: DuePeriod,
  { begins, ends }: { begins: string; ends: string },
): Promise<{ rec_ts: string }[]> {
  const places = sql`array['accessPoints', 'cells', 'place', 'unknown']`;
  const rows = await queryRows<{ rec_ts: string }>(
    tx,
    sql`with due as materialized (
        select t.rec_ts, t.tran_id from transactions t
        where t.devi_id = ${period.deviId} and t.rec_ts >= ${begins}::timestamptz and t.rec_ts < ${ends}::timestamptz
          and ${transactionOf(period)}
          and (t.pos_lati is not null or t.raw is not null or t.inlo_id is not null or t.detail ?| ${places})
        order by t.rec_ts limit ${atOnce}
      )
      update transactions t set pos_type = null, pos_lati = null, pos_long = null, pos_time = null, accuracy = null,
        num_satellites = null, hdop = null, speed = null, course = null, altitude = null, inlo_id = null, dekm_id = null,
        raw = null, detail = nullif(t.detail - ${places}, '{}'::jsonb)
      from due where t.devi_id = ${period.deviId} and t.rec_ts = due.rec_ts and t.tran_id = due.tran_id
      returning t.rec_ts::text`,
  );
  return rows.sort((a, b) => Date.parse(a.rec_ts) - Date.parse(b.rec_ts));
}

/** Alarms that were reset before. Who reopens one finds it without its place. */
async function clearAlarms(tx: Database, period: DuePeriod, before: string): Promise<number> {
  const rows = await queryRows(
    tx,
    sql`update alarms t set pos_lati = null, pos_long = null, pos_time = null, pos_type = null, pos_accuracy = null,
        place = null, rev = nextval('rev_seq')
      where t.devi_id = ${period.deviId} and ${alarmOf(period)} and t.state = 'reset'
        and greatest(t.reset_at, t.received_at) < ${before}::timestamptz
        and (t.pos_lati is not null or t.place is not null) returning 1`,
  );
  return rows.length;
}

/**
 * Where the wearer was last: the position of the device's row, whose time stays, and the places of its fences. Of the
 * present wearer only while the device is not heard, has no alarm, and no message of it is processed.
 */
async function clearLastPlaces(
  tx: Database,
  { assignmentId, deviId, running }: DuePeriod,
  before: string,
): Promise<{ device: DeviceRecord | null; fences: number }> {
  const [held] = await tx
    .select({ isLocated: sql<boolean>`(${devices.posLati} is not null or ${devices.place} is not null)` })
    .from(devices)
    .where(
      and(
        eq(devices.deviId, deviId),
        sql`${devices.posTime} < ${before}::timestamptz`,
        sql`not exists (select from alarms a where a.devi_id = ${deviId} and a.state <> 'reset')`,
      ),
    )
    .for('no key update', { skipLocked: true });
  if (running && held === undefined) return { device: null, fences: 0 };
  const fences = await forgetStillPlaces(tx, assignmentId, before);
  const noPosition = { posLati: null, posLong: null, posType: null, posAccuracy: null, place: null };
  return { device: running && held?.isLocated ? await changeDevice(tx, deviId, noPosition) : null, fences };
}

/**
 * Deletes the frames that could not be read and are older than the customer keeps positions in whose time they came: they
 * may say where somebody was. At most some thousands are kept. Returns how many, by customer; in a transaction.
 */
export async function deleteUnreadFrames(tx: Database, now: number, at: Date): Promise<(Deleted & OfCustomer)[]> {
  const rows = await queryRows<OfCustomer & { before: string; transactions: number }>(
    tx,
    sql`with kept as materialized (select c.cust_id, ${daysOf(sql`c.cust_id`)} as days from customers c),
      gone as (
        delete from malformed_frames t
        using device_identities i join device_assignments a on a.devi_id = i.devi_id join kept k on k.cust_id = a.cust_id
        where i.protocol = t.protocol and i.identity = t.identity
          and t.received_at >= a.begins_at and t.received_at < coalesce(a.ends_at, 'infinity')
          and t.received_at < ${timestamp(now)} - k.days * interval '1 day'
          and not exists (select from alarms o
            where o.devi_id = a.devi_id and o.state <> 'reset' and o.received_at <= t.received_at)
        returning a.cust_id, k.days
      )
      select cust_id as "custId", days, (${timestamp(now)} - days * interval '1 day')::text as before,
        count(*)::int as transactions
      from gone group by cust_id, days`,
  );
  const gone = rows.map((row) => ({ ...row, alarms: 0, devices: 0 }));
  for (const one of gone) await report(tx, { ...one, at }, one);
  return gone;
}

interface OfCustomer {
  custId: number;
  days: number;
}

async function report(
  tx: Database,
  { custId, at, days, before }: { custId: number; at: Date; days: number; before: string },
  { transactions, alarms, devices: places }: Deleted,
): Promise<void> {
  if (transactions + alarms + places === 0) return;
  await tx.execute(sql`insert into position_deletions as p (cust_id, day, kept_days, before, transactions, alarms, devices)
    values (${custId}, (${at.toISOString()}::timestamptz at time zone 'UTC')::date, ${days}, ${before}::timestamptz,
      ${transactions}, ${alarms}, ${places})
    on conflict (cust_id, day) do update set kept_days = excluded.kept_days, before = greatest(p.before, excluded.before),
      transactions = p.transactions + excluded.transactions, alarms = p.alarms + excluded.alarms,
      devices = p.devices + excluded.devices`);
}
