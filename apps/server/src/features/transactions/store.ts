import type { LogQuery } from '@varde/contract/transactions';
import { and, desc, eq, getTableColumns, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';
import { withinHistory } from '#domain/transactions/history-condition.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import { seenInLog } from '#domain/transactions/seen-in-log.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';
import { matchingLog } from './log-condition.ts';

const { speed, course, altitude, raw, sampleNo, ...listedColumns } = getTableColumns(transactions);

const { posLati, posLong } = transactions;
const address = sql<string | null>`address_of(${posLati}, ${posLong}, ${transactions.custId})`;

const position = z.tuple([cursorTime, z.int().min(0)]);

/**
 * A page of a device's transactions, newest first. Access follows the customer that had the device at the time of each
 * transaction, so that a new owner does not see an earlier wearer's history.
 */
export async function listTransactions(
  db: Database,
  caller: Caller,
  query: {
    deviId: number;
    sensorId?: number;
    log?: LogQuery;
    /** Received before this moment. */
    before?: number;
    cursor?: string | undefined;
    limit: number;
  },
) {
  const rows = await db
    .select({ transaction: listedColumns, address, received: microseconds(transactions.recTs) })
    .from(transactions)
    .where(
      and(
        eq(transactions.deviId, query.deviId),
        query.sensorId === undefined ? undefined : eq(transactions.sensorId, query.sensorId),
        seenInLog(caller, query.deviId),
        query.log && matchingLog(query.log),
        query.before === undefined ? undefined : lt(transactions.recTs, new Date(query.before)),
        query.cursor === undefined ? undefined : olderThan(query.cursor),
      ),
    )
    .orderBy(desc(transactions.recTs), desc(transactions.tranId))
    .limit(query.limit + 1);
  const { page, nextCursor } = pageOf(rows, query.limit, (last) => [last.received, last.transaction.tranId]);
  return { page: page.map((row) => ({ ...row.transaction, address: row.address })), nextCursor };
}

const policy = 'DEVICE_TRANSACTION_LOG';

function olderThan(cursor: string): SQL {
  const [received, tranId] = decodeCursor(cursor, position);
  return sql`(${transactions.recTs}, ${transactions.tranId}) < (${fromMicroseconds(received)}, ${tranId}::bigint)`;
}

/** How many transactions a log has that were received before this moment. */
export async function countTransactions(
  db: Database,
  caller: Caller,
  deviId: number,
  log: LogQuery,
  before: number,
): Promise<number> {
  return db.$count(
    transactions,
    and(
      eq(transactions.deviId, deviId),
      seenInLog(caller, deviId),
      matchingLog(log),
      lt(transactions.recTs, new Date(before)),
    ),
  );
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
