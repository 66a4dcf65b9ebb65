import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { devices } from '#domain/devices/tables.ts';
import { seenInLog } from '#domain/transactions/seen-in-log.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';

/** So many devices are asked one by one. Of more, the latest rows of the whole table are from some of them. */
const fewDevices = 300;

const { speed, course, altitude, raw, sampleNo, ...listedColumns } = getTableColumns(transactions);
const { deviId, recTs, tranId } = transactions;
const position = z.tuple([cursorTime, z.int().min(0)]);

interface Page {
  cursor: string | undefined;
  maxTransactionId: number;
  transactionCount: number;
}

/** A page of the log of all devices with this condition, newest first. */
export async function listAllTransactions(db: Database, caller: Caller, condition: SQL | undefined, asked: Page) {
  const limit = asked.transactionCount;
  const keys = await keysOf(db, caller, condition, asked);
  const { page, nextCursor } = pageOf(keys, limit, (last) => [Number(last.received), Number(last.tran_id)]);
  if (page.length === 0) return { page: [], nextCursor };
  const wanted = sql.join(
    page.map(({ received, tran_id }) => sql`(${fromMicroseconds(Number(received))}, ${Number(tran_id)}::bigint)`),
    sql`, `,
  );
  const rows = await db
    .select({ transaction: listedColumns, deviceName: devices.deviceName })
    .from(transactions)
    .innerJoin(devices, eq(devices.deviId, deviId))
    .where(and(sql`(${recTs}, ${tranId}) in (${wanted})`, condition, seenInLog(caller, deviId)))
    .orderBy(sql`${recTs} desc, ${tranId} desc`);
  return { page: rows, nextCursor };
}

interface Key {
  received: string | number;
  tran_id: string | number;
}

async function keysOf(db: Database, caller: Caller, condition: SQL | undefined, asked: Page): Promise<Key[]> {
  const some = await db
    .select({ deviId: devices.deviId })
    .from(devices)
    .where(condition)
    .limit(fewDevices + 1);
  const seen = and(
    seenInLog(caller, deviId),
    asked.maxTransactionId === 0 ? undefined : sql`${tranId} < ${asked.maxTransactionId}::bigint`,
    asked.cursor === undefined ? undefined : olderThan(asked.cursor),
  );
  const newest = (of: SQL) => sql`select ${microseconds(recTs)} as received, ${tranId} as tran_id from ${transactions}
    where ${and(of, seen)} order by ${recTs} desc, ${tranId} desc limit ${asked.transactionCount + 1}`;
  if (some.length > fewDevices) {
    const found = db.select({ deviId: devices.deviId }).from(devices).where(condition);
    return queryRows<Key>(db, newest(sql`${deviId} in (${found})`));
  }
  const ids = sql.param(some.map((device) => device.deviId));
  return queryRows<Key>(
    db,
    sql`select rows.* from unnest(${ids}::int[]) of_device (devi_id)
      cross join lateral (${newest(sql`${deviId} = of_device.devi_id`)}) rows
      order by rows.received desc, rows.tran_id desc limit ${asked.transactionCount + 1}`,
  );
}

function olderThan(cursor: string): SQL {
  const [received, number] = decodeCursor(cursor, position);
  return sql`(${recTs}, ${tranId}) < (${fromMicroseconds(received)}, ${number}::bigint)`;
}
