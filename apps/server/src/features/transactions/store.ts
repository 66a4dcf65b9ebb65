import type { LogQuery } from '@varde/contract/transactions';
import { and, desc, eq, getTableColumns, isNull, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addressOf } from '#domain/addresses/address-of.ts';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';
import { withinHistory } from '#domain/transactions/history-condition.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import { seenInLog } from '#domain/transactions/seen-in-log.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { cursorTime, decodeCursor, encodeCursor, pageOf } from '#platform/http/cursor.ts';
import { isEvent, withContents, withinTimes } from './log-condition.ts';
import { isOneOf, type OpenAlarm, openAlarmsOf } from './open-alarms.ts';

const { speed, course, altitude, raw, sampleNo, ...listedColumns } = getTableColumns(transactions);

const end = (last: { received: number | null; tranId: number }) => [last.received, last.tranId];
const columns = { ...listedColumns, received: microseconds(transactions.recTs).as('received') };

const position = z.tuple([cursorTime, z.int().min(0)]);

interface AskedPage {
  deviId: number;
  sensorId?: number;
  log?: LogQuery;
  /** Received before this moment. */
  before?: number;
  cursor?: string | undefined;
  limit: number;
}

/**
 * A page of a device's transactions, newest first. Access follows the customer that had the device at the time of each
 * transaction, so that a new owner does not see an earlier wearer's history. `searchedTo`: no more than `searchedRows`
 * were read, of which too few have what was asked for.
 */
export async function listTransactions(db: Database, caller: Caller, asked: AskedPage) {
  const { log, limit } = asked;
  const open = await openAlarmsOf(db, asked.deviId);
  const openIds = new Set(open.map(({ tranId }) => tranId));
  const marked = <Row extends { tranId: number }>(rows: Row[]) =>
    rows.map((row) => ({ ...row, alarmIsOpen: openIds.has(row.tranId) }));
  if (log === undefined || withContents(log) === undefined) {
    const rows = await db
      .select({ ...columns, address: addressOf(transactions) })
      .from(transactions)
      .where(isAsked(caller, asked, open))
      .orderBy(...newestFirst(transactions))
      .limit(limit + 1);
    return pageOf(marked(rows), limit, end);
  }
  const found: Awaited<ReturnType<typeof searchStep>> = [];
  let { cursor } = asked;
  let searchedTo: Date | null = null;
  for (let read = 0; read < searchedRows && found.length <= limit; read += stepRows) {
    const step = await searchStep(db, log, limit + 1 - found.length, isAsked(caller, { ...asked, cursor }, open));
    found.push(...step.filter((row) => row.isWanted));
    const last = step.at(-1);
    const isWhole = last !== undefined && Number(last.number) === stepRows;
    searchedTo = isWhole ? last.recTs : null;
    if (!isWhole) break;
    cursor = encodeCursor(end(last));
  }
  const { page, nextCursor } = pageOf(marked(found), limit, end);
  // The next page begins behind the last row that was read.
  return nextCursor === null && cursor !== undefined && searchedTo !== null
    ? { page, nextCursor: cursor, searchedTo: searchedTo.getTime() }
    : { page, nextCursor };
}

/** Rows that are read for one page of what was searched for, and by one query: an alarm waits for one at most. */
const searchedRows = 20_000;
const stepRows = 500;

/**
 * Of the next rows of a log those that have what was asked for, and the last that was read. Addresses are looked up for
 * what is found alone.
 */
function searchStep(db: Database, log: LogQuery, most: number, where: SQL | undefined) {
  const searched = searchedBy(db, where);
  const isWanted = withContents(log, searched);
  return db
    .select({ ...searched._.selectedFields, address: addressOf(searched), isWanted: sql<boolean>`${isWanted}` })
    .from(searched)
    .where(or(isWanted, eq(searched.number, String(stepRows))))
    .orderBy(...newestFirst(searched))
    .limit(most);
}

/** The next rows of a log, with the number of each. */
function searchedBy(db: Database, where: SQL | undefined) {
  const order = sql.join(newestFirst(transactions), sql`, `);
  return db
    .select({ ...columns, number: sql<string>`row_number() over (order by ${order})`.as('number') })
    .from(transactions)
    .where(where)
    .orderBy(...newestFirst(transactions))
    .limit(stepRows)
    .as('searched');
}

const isAsked = (
  caller: Caller,
  { deviId, sensorId, log, before, cursor }: AskedPage,
  open: readonly OpenAlarm[],
): SQL | undefined =>
  and(
    eq(transactions.deviId, deviId),
    sensorId === undefined ? undefined : eq(transactions.sensorId, sensorId),
    seenInLog(caller, deviId),
    log && and(inChosenTimes(log, open), isEvent(log)),
    before === undefined ? undefined : lt(transactions.recTs, new Date(before)),
    cursor === undefined ? undefined : olderThan(cursor),
  );

/** An alarm that nobody has ended is in the log of every day (specification 2, section 5 "Date filter"). */
function inChosenTimes(log: LogQuery, open: readonly OpenAlarm[]): SQL | undefined {
  const within = withinTimes(log);
  return within === undefined || open.length === 0 ? within : or(within, isOneOf(open));
}

const newestFirst = ({ recTs, tranId }: Record<'recTs' | 'tranId', SQLWrapper>) => [desc(recTs), desc(tranId)];

const policy = 'DEVICE_TRANSACTION_LOG';

function olderThan(cursor: string): SQL {
  const [received, tranId] = decodeCursor(cursor, position);
  return sql`(${transactions.recTs}, ${transactions.tranId}) < (${fromMicroseconds(received)}, ${tranId}::bigint)`;
}

/** How many transactions a log has that were received before this moment. */
export async function countTransactions(
  db: Database,
  caller: Caller,
  asked: Required<Pick<AskedPage, 'deviId' | 'log' | 'before'>>,
): Promise<number> {
  const open = await openAlarmsOf(db, asked.deviId);
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const searched = searchedBy(db, isAsked(caller, { ...asked, limit: 0, cursor }, open));
    const isWanted = withContents(asked.log, searched) ?? sql`true`;
    const [step] = await db
      .select({
        count: sql<number>`(count(*) filter (where ${isWanted}))::int`,
        received: sql<string | null>`min(received) filter (where number = ${stepRows})`,
        tranId: sql<string | null>`min(${searched.tranId}) filter (where number = ${stepRows})`,
      })
      .from(searched);
    count += step?.count ?? 0;
    if (step?.received == null) return count;
    cursor = encodeCursor(end({ received: Number(step.received), tranId: Number(step.tranId) }));
  }
}

/** A device whose log and exports the caller may have; null: none. */
export async function deviceInScope(db: Database, caller: Caller, deviId: number) {
  const { custId, deviceName, deviceSerialNumber: serial, dehaId } = devices;
  const [device] = await db
    .select({ custId, deviceName, serial, dehaId })
    .from(devices)
    .where(
      and(
        eq(devices.deviId, deviId),
        isNull(devices.deletedAt),
        withinScope(devices.custId, caller.scopeOf(policy)),
        withinScope(devices.custId, caller.scopeOf('DEVICE_LOGS')),
      ),
    );
  return device ?? null;
}

/** One transaction of a device with all stored fields, or undefined when it is out of scope. */
export async function findTransaction(db: Database, caller: Caller, deviId: number, tranId: number) {
  const rows = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.deviId, deviId), eq(transactions.tranId, tranId), seenInLog(caller, deviId)));
  return rows[0];
}

/** The frame of a sample: it is stored with the frame's first sample, which has the nearest lower number. */
export async function findRawFrame(
  db: Database,
  { deviId, tranId, recTs, raw: own, sampleNo: place }: TransactionRecord,
): Promise<Uint8Array | null> {
  if (place === 0) return own;
  const [first] = await db
    .select({ raw: transactions.raw })
    .from(transactions)
    .where(
      and(
        eq(transactions.deviId, deviId),
        eq(transactions.recTs, recTs),
        eq(transactions.sampleNo, 0),
        lt(transactions.tranId, tranId),
      ),
    )
    .orderBy(desc(transactions.tranId))
    .limit(1);
  return first?.raw ?? null;
}

/** The customer that has the device; null when it does not exist within scope. */
export async function ownerInScope(db: Database, scope: Scope, deviId: number): Promise<number | null> {
  const [device] = await db
    .select({ custId: devices.custId })
    .from(devices)
    .where(and(eq(devices.deviId, deviId), isNull(devices.deletedAt), withinScope(devices.custId, scope)));
  return device?.custId ?? null;
}

/** The customers whose periods with the device the caller may see. */
export async function customersInSight(db: Database, caller: Caller, deviId: number): Promise<number[]> {
  const { custId, assignmentId, beginsAt } = deviceAssignments;
  const rows = await db
    .selectDistinct({ custId })
    .from(deviceAssignments)
    .where(
      and(
        eq(deviceAssignments.deviId, deviId),
        withinScope(custId, caller.scopeOf(policy)),
        withinHistory(caller, policy, { deviId, custId, assignmentId, time: beginsAt }),
      ),
    );
  return rows.map((row) => row.custId);
}
