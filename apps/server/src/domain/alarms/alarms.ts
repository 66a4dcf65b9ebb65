import type { AlarmReach, listAlarmHistory } from '@varde/contract/alarms';
import { type AnyColumn, and, count, desc, eq, gte, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Caller, Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { type WorkScope, withinScope } from '#platform/database/scope-condition.ts';
import { cursorId, cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';
import { addressOf, lastAddressOf } from '../addresses/address-of.ts';
import { customers } from '../customers/tables.ts';
import { latestAssignmentOf } from '../devices/assignments.ts';
import { notesOfWearers } from '../devices/device-note.ts';
import { devices } from '../devices/tables.ts';
import { reachOf } from '../notifications/reach.ts';
import { likeWords } from '../search-words.ts';
import { withinHistory } from '../transactions/history-condition.ts';
import type { AlarmNote } from './present-alarm.ts';
import { alarmSignals, alarms } from './tables.ts';

/** Not limited to the caller's scope: alarm centres serve customers of others. */
export const nameOf = (userId: AnyColumn) => sql<string | null>`name_of_user(${userId})`;

const { posLati, posLong, posTime, posType, posAccuracy, place } = devices;
const latestPlace = { posLati, posLong, posTime, posType, posAccuracy, place };

/** The device of an alarm, if it has a position newer than the alarm, or another one of the same moment, and the same wearer. */
const isPlacedSince = and(
  eq(devices.deviId, alarms.deviId),
  eq(devices.custId, alarms.custId),
  ne(alarms.state, 'reset'),
  isNotNull(devices.posLati),
  sql`(${devices.posTime} > coalesce(${alarms.posTime}, '-infinity') or (${devices.posTime} = ${alarms.posTime}
        and (${devices.posLati}, ${devices.posLong}) is distinct from (${alarms.posLati}, ${alarms.posLong})))`,
  sql`exists (select from device_assignments a where a.devi_id = ${alarms.deviId} and a.ends_at is null and coalesce(
        ${alarms.assignmentId} = a.assignment_id,
        a.begins_at <= least(${alarms.receivedAt}, ${alarms.happenedAt}, ${devices.posTime})))`,
);

/**
 * Of the wearer's latest place. An address that is shown stays until the next one is known: it goes back to coordinates
 * never. The alarm's own place is always the same, and has its own address only.
 */
const latestAddress = sql<string | null>`coalesce(nullif(${addressOf(devices)}, ''),
  case when ${alarms.state} <> 'reset' then coalesce(${lastAddressOf(alarms)}, ${addressOf(alarms)}) end, ${addressOf(devices)})`;

/**
 * Alarms with their names and places. Access follows the alarm's own customer. When that customer no longer has the
 * device, its number replaces its name, which is that of the present wearer.
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
      market: customers.market,
      fromBefore: sql<boolean>`coalesce(${alarms.assignmentId} <> ${latestAssignmentOf(alarms.deviId, alarms.custId)}, false)`,
      claimedByName: sql<string | null>`coalesce(${nameOf(alarms.claimedBy)},
        (select n.name from notification_attempts n where n.attempt_id = ${alarms.claimedAttempt}))`,
      handedOverByName: nameOf(alarms.handedOverBy),
      resetByName: nameOf(alarms.resetBy),
      escalatedToName: sql<
        string | null
      >`(select centre.firm_name from customers centre where centre.cust_id = ${alarms.escalatedTo})`,
      reach: sql<AlarmReach | null>`case when ${alarms.state} <> 'reset' then ${reachOf(alarms.alarmId)} end`,
      latestPlace,
      address: addressOf(alarms),
      latestAddress,
      phone: sql<string | null>`(select d.formatted_phone_num_e164 from devices d
        where d.devi_id = ${alarms.deviId} and d.cust_id = ${alarms.custId} and ${alarms.state} <> 'reset')`,
      note: sql<AlarmNote | null>`case when note_of_wearer.note is not null
        then json_build_object('note', note_of_wearer.note, 'sms', note_of_wearer.sms) end`,
      received: microseconds(alarms.receivedAt),
    })
    .from(alarms)
    .innerJoin(sql`device_told(${alarms.deviId}) device`, sql`true`)
    .innerJoin(customers, eq(customers.custId, alarms.custId))
    .leftJoin(devices, isPlacedSince)
    .leftJoin(
      sql`lateral (${notesOfWearers} and worn.assignment_id = ${alarms.assignmentId}) note_of_wearer`,
      ne(alarms.state, 'reset'),
    )
    .$dynamic();
}

export type AlarmWithNames = Awaited<ReturnType<typeof selectAlarms>>[number];

/** One alarm, or undefined when it does not exist or is out of scope. */
export async function findAlarm(db: Database, scope: WorkScope, alarmId: number) {
  const rows = await selectAlarms(db).where(and(eq(alarms.alarmId, alarmId), withinScope(alarms.custId, scope)));
  return rows[0];
}

/**
 * These alarms, whoever may see them, in the order of their numbers. By name, so that each connection plans it once; one
 * by itself has a statement of its own: with a list PostgreSQL plans anew each time, which takes longer than reading it.
 */
export function findAlarms(db: Database, alarmIds: readonly number[]): Promise<AlarmWithNames[]> {
  const [alarmId] = alarmIds;
  if (alarmIds.length === 1)
    return selectAlarms(db)
      .where(eq(alarms.alarmId, sql.placeholder('alarmId')))
      .prepare('alarm_by_number')
      .execute({ alarmId });
  return selectAlarms(db)
    .where(sql`${alarms.alarmId} = any (${sql.placeholder('alarmIds')}::int[])`)
    .orderBy(alarms.alarmId)
    .prepare('alarms_by_number')
    .execute({ alarmIds });
}

const position = z.tuple([cursorTime, cursorId]);

interface AlarmQuery {
  deviId?: number | undefined;
  /** Only alarms that were reset at this time or later. */
  resetSince?: Date | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** A page of alarms, newest first: those of one device, those that were reset recently, or all that are not reset. */
export async function listAlarms(db: Database, caller: Caller, query: AlarmQuery) {
  const rows = await selectAlarms(db)
    .where(
      and(
        query.deviId === undefined ? undefined : ofDevice(caller, query.deviId),
        query.resetSince === undefined ? undefined : wasResetSince(caller, query.resetSince),
        query.deviId === undefined && query.resetSince === undefined ? notReset : undefined,
        withinScope(alarms.custId, caller.scopeOf('DEVICE_LIST')),
        query.cursor === undefined ? undefined : olderThan(query.cursor),
      ),
    )
    .orderBy(desc(alarms.receivedAt), desc(alarms.alarmId))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, ({ received, alarm }) => [received, alarm.alarmId]);
}

const notReset = ne(alarms.state, 'reset');

const wasResetSince = (caller: Caller, time: Date) =>
  and(eq(alarms.state, 'reset'), gte(alarms.resetAt, time), ofDevice(caller, alarms.deviId));

/** Alarms that are not reset are included for any assignment: somebody must act. */
function ofDevice(caller: Caller, deviId: number | typeof alarms.deviId): SQL | undefined {
  const time = sql`least(${alarms.receivedAt}, ${alarms.happenedAt})`;
  const { custId, assignmentId } = alarms;
  const history = withinHistory(caller, 'DEVICE_LIST', { deviId, custId, assignmentId, time });
  return and(eq(alarms.deviId, deviId), history && or(notReset, history));
}

function olderThan(cursor: string): SQL {
  const [received, alarmId] = decodeCursor(cursor, position);
  return sql`(${alarms.receivedAt}, ${alarms.alarmId}) < (${fromMicroseconds(received)}, ${alarmId}::int)`;
}

/** The filter of the alarm history; times are Unix milliseconds. */
export type AlarmHistoryQuery = z.output<typeof listAlarmHistory.query>;

export type AlarmHistoryFilter = Omit<AlarmHistoryQuery, 'cursor' | 'limit'>;

/** A page of all alarms within `customers` (part of the caller's scope) that the caller may see, newest first. */
export async function listHistory(db: Database, caller: Caller, customers: Scope, query: AlarmHistoryQuery) {
  const rows = await selectAlarms(db)
    .where(and(inHistory(caller, customers, query), query.cursor === undefined ? undefined : olderThan(query.cursor)))
    .orderBy(desc(alarms.receivedAt), desc(alarms.alarmId))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, ({ received, alarm }) => [received, alarm.alarmId]);
}

/** How many alarms that is without pages, and of which customers. */
export async function countHistory(
  db: Database,
  caller: Caller,
  customers: Scope,
  filter: AlarmHistoryFilter,
): Promise<{ count: number; custIds: number[] }> {
  const [row] = await db
    .select({
      count: count(),
      custIds: sql<number[]>`coalesce(array_agg(distinct ${alarms.custId}), '{}')`,
    })
    .from(alarms)
    .where(inHistory(caller, customers, filter));
  return row ?? { count: 0, custIds: [] };
}

/** Alarms that the caller may see in a history: those of earlier wearers only with ACCESS_TO_ALL. */
export const inHistory = (caller: Caller, customers: Scope, filter: AlarmHistoryFilter = {}): SQL | undefined =>
  and(withinScope(alarms.custId, customers), ofDevice(caller, alarms.deviId), ...narrowing(filter));

function narrowing(filter: AlarmHistoryFilter): (SQL | undefined)[] {
  const { search, metyId, outcome, escalated, who, from, to } = filter;
  const { escalatedAt } = alarms;
  return [
    search ? ofDevicesNamed(search) : undefined,
    metyId === undefined ? undefined : eq(alarms.metyId, metyId),
    outcome === undefined ? undefined : eq(alarms.outcome, outcome),
    escalated && (escalated === 'yes' ? isNotNull(escalatedAt) : isNull(escalatedAt)),
    from === undefined ? undefined : gte(alarms.receivedAt, new Date(from)),
    to === undefined ? undefined : lt(alarms.receivedAt, new Date(to)),
    who ? handledByNamed(who) : undefined,
  ];
}

/**
 * Devices by name and serial number. A device that another customer has now is found by its number only, which is also
 * how it is shown.
 */
function ofDevicesNamed(search: string): SQL {
  const pattern = likeWords(search);
  return sql`${alarms.deviId} in (select devi_id from device_search where words like ${pattern})
    and exists (select from devices d where d.devi_id = ${alarms.deviId}
      and (d.cust_id = ${alarms.custId} or search_words(d.device_serial_number) like ${pattern}))`;
}

/** Alarms that somebody of this name claimed, as a user or by a link, or reset, or handled according to the reset form. */
function handledByNamed(name: string): SQL {
  const pattern = likeWords(name);
  const named = sql`any (users_named(${pattern}))`;
  return sql`(search_words(${alarms.handledBy}) like ${pattern}
    or ${alarms.claimedBy} = ${named} or ${alarms.resetBy} = ${named}
    or exists (select from notification_attempts n where n.attempt_id = ${alarms.claimedAttempt}
      and search_words(n.name) like ${pattern}))`;
}

/** The first signals of an alarm, oldest first. */
export function listSignals(db: Database, alarmId: number) {
  const { code, happenedAt, receivedAt } = alarmSignals;
  return db
    .select({ code, happenedAt, receivedAt })
    .from(alarmSignals)
    .where(eq(alarmSignals.alarmId, alarmId))
    .orderBy(receivedAt, happenedAt, code)
    .limit(500);
}

/** One alarm that the caller may see. */
export async function findSeenAlarm(db: Database, caller: Caller, alarmId: number) {
  const rows = await selectAlarms(db).where(and(eq(alarms.alarmId, alarmId), seenAlarms(caller)));
  return rows[0];
}

/** Alarms that the caller may see by their customer and, as in the history of their device, by their assignment. */
export const seenAlarms = (caller: Caller): SQL | undefined =>
  and(withinScope(alarms.custId, caller.scopeOf('DEVICE_LIST')), ofDevice(caller, alarms.deviId));

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
  const [row] = await queryRows<{ rev: string | number }>(db, sql`select coalesce(max(rev), 0) as rev from alarms`);
  return Number(row?.rev ?? 0);
}
