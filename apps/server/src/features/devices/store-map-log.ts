import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { devices } from '#domain/devices/tables.ts';
import { seenInLog } from '#domain/transactions/seen-in-log.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { cursorTime, decodeCursor, encodeCursor, pageOf } from '#platform/http/cursor.ts';

/** So many devices are asked one by one. Of more, the latest rows of the whole table are from some of them. */
const fewDevices = 300;
/** Rows of the whole table that are read for one page. */
const searchedRows = 20_000;

const { speed, course, altitude, raw, sampleNo, ...listedColumns } = getTableColumns(transactions);
const { deviId, recTs, tranId } = transactions;
const position = z.tuple([cursorTime, z.int().min(0)]);

interface Page {
  cursor: string | undefined;
  transactionCount: number;
}

/**
 * A page of the log of all devices with this condition, newest first. It may be empty and have a cursor: the devices may have
 * been silent for as many rows as are read.
 */
export async function listAllTransactions(db: Database, caller: Caller, condition: SQL | undefined, asked: Page) {
  const limit = asked.transactionCount;
  const { keys, searchedTo } = await keysOf(db, caller, condition, asked);
  const found = pageOf(keys, limit, positionOf);
  const { page } = found;
  const nextCursor = found.nextCursor ?? (searchedTo && encodeCursor(positionOf(searchedTo)));
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

const positionOf = ({ received, tran_id }: Key) => [Number(received), Number(tran_id)];

async function keysOf(
  db: Database,
  caller: Caller,
  condition: SQL | undefined,
  asked: Page,
): Promise<{ keys: Key[]; searchedTo: Key | null }> {
  const some = await db
    .select({ deviId: devices.deviId })
    .from(devices)
    .where(condition)
    .limit(fewDevices + 1);
  const older = asked.cursor === undefined ? sql`true` : olderThan(asked.cursor);
  const newest = (
    from: SQL,
    of: SQL,
  ) => sql`select ${microseconds(recTs)} as received, ${tranId} as tran_id from ${from}
    where ${and(of, seenInLog(caller, deviId))} order by ${recTs} desc, ${tranId} desc limit ${asked.transactionCount + 1}`;
  if (some.length <= fewDevices) {
    const ids = sql.param(some.map((device) => device.deviId));
    const ofEach = newest(sql`${transactions}`, sql`${deviId} = of_device.devi_id and ${older}`);
    const keys = await queryRows<Key>(
      db,
      sql`select rows.* from unnest(${ids}::int[]) of_device (devi_id) cross join lateral (${ofEach}) rows
        order by rows.received desc, rows.tran_id desc limit ${asked.transactionCount + 1}`,
    );
    return { keys, searchedTo: null };
  }
  const found = db.select({ deviId: devices.deviId }).from(devices).where(condition);
  const latest = sql`(select * from ${transactions} where ${older} order by ${recTs} desc, ${tranId} desc limit ${searchedRows})`;
  const keys = await queryRows<Key>(db, newest(sql`${latest} ${transactions}`, sql`${deviId} in (${found})`));
  if (keys.length > asked.transactionCount) return { keys, searchedTo: null };
  const [last = null] = await queryRows<Key>(
    db,
    sql`select ${microseconds(recTs)} as received, ${tranId} as tran_id from ${transactions} where ${older}
      order by ${recTs} desc, ${tranId} desc offset ${searchedRows - 1} limit 1`,
  );
  return { keys, searchedTo: last };
}

function olderThan(cursor: string): SQL {
  const [received, number] = decodeCursor(cursor, position);
  return sql`(${recTs}, ${tranId}) < (${fromMicroseconds(received)}, ${number}::bigint)`;
}
