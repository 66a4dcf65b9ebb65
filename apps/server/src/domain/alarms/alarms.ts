import { type AnyColumn, and, desc, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { cursorId, cursorTime, decodeCursor } from '#platform/cursor.ts';
import { type Database, queryRows } from '#platform/database.ts';
import type { Caller, Scope } from '#platform/http/caller.ts';
import { fromMicroseconds, microseconds } from '#platform/microseconds.ts';
import { withinScope } from '#platform/scope-condition.ts';
import { customers } from '../customers/tables.ts';
import { latestAssignmentOf } from '../devices/assignments.ts';
import { devices } from '../devices/tables.ts';
import { withinHistory } from '../transactions/history-condition.ts';
import { alarms } from './tables.ts';

/** Wherever the person belongs: alarm centres serve customers of others. */
const nameOf = (userId: AnyColumn) => sql<string | null>`name_of_user(${userId})`;

const { posLati, posLong, posTime, posType, posAccuracy, place } = devices;
const latestPlace = { posLati, posLong, posTime, posType, posAccuracy, place };

/** The device of an alarm, where it was placed after the alarm was raised and has the same wearer. */
const isPlacedSince = and(
  eq(devices.deviId, alarms.deviId),
  eq(devices.custId, alarms.custId),
  ne(alarms.state, 'reset'),
  isNotNull(devices.posLati),
  sql`${devices.posTime} > coalesce(${alarms.posTime}, '-infinity')`,
  sql`exists (select from device_assignments a where a.devi_id = ${alarms.deviId} and a.ends_at is null and coalesce(
        ${alarms.assignmentId} = a.assignment_id,
        a.begins_at <= least(${alarms.receivedAt}, ${alarms.happenedAt}, ${devices.posTime})))`,
);

/**
 * Alarms with what they are shown with. Access follows the alarm's own customer. Where that one does not have the device
 * any more, the device is called by its number: its name is that of the present wearer.
 */
function selectAlarms(db: Database) {
  return db
    .select({
      alarm: alarms,
      device: {
        dehaId: sql<number>`device.deha_id`,
        deviceName: sql<string>`case when device.cust_id = ${alarms.custId} then device.device_name else device.device_serial_number end`,
        deviceSerialNumber: sql<string>`device.device_serial_number`,
      },
      custName: customers.firmName,
      fromBefore: sql<boolean>`coalesce(${alarms.assignmentId} <> ${latestAssignmentOf(alarms.deviId, alarms.custId)}, false)`,
      claimedByName: nameOf(alarms.claimedBy),
      resetByName: nameOf(alarms.resetBy),
      latestPlace,
      received: microseconds(alarms.receivedAt),
    })
    .from(alarms)
    .innerJoin(sql`device_told(${alarms.deviId}) device`, sql`true`)
    .innerJoin(customers, eq(customers.custId, alarms.custId))
    .leftJoin(devices, isPlacedSince)
    .$dynamic();
}

export type AlarmWithNames = Awaited<ReturnType<typeof selectAlarms>>[number];

/** One alarm, or undefined when it does not exist or is out of scope. */
export async function findAlarm(db: Database, scope: Scope, alarmId: number) {
  const rows = await selectAlarms(db).where(
    and(eq(alarms.alarmId, alarmId), withinScope(alarms.custId, scope)),
  );
  return rows[0];
}

const position = z.tuple([cursorTime, cursorId]);

/** A page of alarms, newest first: those of one device, or all that are not reset. */
export async function listAlarms(
  db: Database,
  caller: Caller,
  query: { deviId?: number | undefined; cursor?: string | undefined; limit: number },
) {
  const rows = await selectAlarms(db)
    .where(
      and(
        query.deviId === undefined ? notReset : ofDevice(caller, query.deviId),
        withinScope(alarms.custId, caller.scopeOf('DEVICE_LIST')),
        query.cursor === undefined ? undefined : olderThan(query.cursor),
      ),
    )
    .orderBy(desc(alarms.receivedAt), desc(alarms.alarmId))
    .limit(query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return { page, next: rows.length > page.length && last ? [last.received, last.alarm.alarmId] : null };
}

const notReset = ne(alarms.state, 'reset');

/** What is not reset is shown whatever the assignment: somebody must act. */
function ofDevice(caller: Caller, deviId: number): SQL | undefined {
  const time = sql`least(${alarms.receivedAt}, ${alarms.happenedAt})`;
  const { custId, assignmentId } = alarms;
  const history = withinHistory(caller, 'DEVICE_LIST', { deviId, custId, assignmentId, time });
  return and(eq(alarms.deviId, deviId), history && or(notReset, history));
}

function olderThan(cursor: string): SQL {
  const [received, alarmId] = decodeCursor(cursor, position);
  return sql`(${alarms.receivedAt}, ${alarms.alarmId}) < (${fromMicroseconds(received)}, ${alarmId}::int)`;
}

/** Whether the device exists within scope. */
export async function isDeviceInScope(db: Database, scope: Scope, deviId: number): Promise<boolean> {
  const rows = await db
    .select({ deviId: devices.deviId })
    .from(devices)
    .where(and(eq(devices.deviId, deviId), withinScope(devices.custId, scope)));
  return rows.length > 0;
}

/** The highest `rev` among committed alarms; 0 without alarms. */
export async function latestAlarmRev(db: Database): Promise<number> {
  const [row] = await queryRows<{ rev: string | number }>(
    db,
    sql`select coalesce(max(rev), 0) as rev from alarms`,
  );
  return Number(row?.rev ?? 0);
}

type Owner = { custId: number; deviId: number };

/**
 * Claims an open alarm for this user and returns the customer and device it belongs to; null when it is not open. One
 * conditional statement: of two operators who claim at once, the database lets one through.
 */
export async function claimIfOpen(
  db: Database,
  scope: Scope,
  claim: { alarmId: number; userId: number; at: Date },
): Promise<Owner | null> {
  const [claimed] = await db
    .update(alarms)
    .set({ state: 'claimed', claimedBy: claim.userId, claimedAt: claim.at, rev: sql`nextval('rev_seq')` })
    .where(
      and(eq(alarms.alarmId, claim.alarmId), eq(alarms.state, 'open'), withinScope(alarms.custId, scope)),
    )
    .returning({ custId: alarms.custId, deviId: alarms.deviId });
  return claimed ?? null;
}

/**
 * Opens an alarm that `claimedBy` has claimed and returns the customer and device it belongs to; null when it is not
 * claimed, or by somebody else. Nobody is named on it afterwards: it is as open as one that nobody has claimed.
 */
export async function releaseIfClaimed(
  db: Database,
  scope: Scope,
  { alarmId, claimedBy }: { alarmId: number; claimedBy: number },
): Promise<Owner | null> {
  const [released] = await db
    .update(alarms)
    .set({ state: 'open', claimedBy: null, claimedAt: null, rev: sql`nextval('rev_seq')` })
    .where(
      and(
        eq(alarms.alarmId, alarmId),
        eq(alarms.state, 'claimed'),
        eq(alarms.claimedBy, claimedBy),
        withinScope(alarms.custId, scope),
      ),
    )
    .returning({ custId: alarms.custId, deviId: alarms.deviId });
  return released ?? null;
}
