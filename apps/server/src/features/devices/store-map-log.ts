import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { devices } from '#domain/devices/tables.ts';
import { seenInLog } from '#domain/transactions/seen-in-log.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';

/** So many devices are asked one by one at once. Of more, the latest rows of all may already be from some of them. */
const fewDevices = 300;
/** How far back the latest rows of all are read. */
const lookedThroughMs = 600_000;

const { speed, course, altitude, raw, sampleNo, ...listedColumns } = getTableColumns(transactions);
const { deviId, recTs, tranId } = transactions;
const position = z.tuple([cursorTime, z.int().min(0)]);

interface Page {
  cursor: string | undefined;
  transactionCount: number;
  now: number;
}

/** A page of the log of all devices with this condition, newest first. */
export async function listAllTransactions(db: Database, caller: Caller, condition: SQL | undefined, asked: Page) {
  const keys = await keysOf(db, caller, condition, asked);
  const { page, nextCursor } = pageOf(keys, asked.transactionCount, (last) => [
    Number(last.received),
    Number(last.tran_id),
  ]);
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

async function keysOf(
  db: Database,
  caller: Caller,
  condition: SQL | undefined,
  { cursor, transactionCount, now }: Page,
): Promise<Key[]> {
  const [received, number] = cursor === undefined ? [now * 1000, null] : decodeCursor(cursor, position);
  const older =
    number === null ? sql`true` : sql`(${recTs}, ${tranId}) < (${fromMicroseconds(received)}, ${number}::bigint)`;
  const most = transactionCount + 1;
  const newest = (of: SQL) => sql`select ${microseconds(recTs)} as received, ${tranId} as tran_id from ${transactions}
    where ${and(of, older, seenInLog(caller, deviId))}
    order by ${recTs} desc, ${tranId} desc limit ${most}`;
  const newestOfEach = (chosen: SQL, since: SQL) =>
    queryRows<Key>(
      db,
      sql`select rows.* from (${chosen}) of_device
        cross join lateral (${newest(sql`${deviId} = of_device.devi_id and ${recTs} >= ${since}`)}) rows
        order by rows.received desc, rows.tran_id desc limit ${most}`,
    );

  const all = sql`select devi_id from ${devices} where ${condition ?? sql`true`}`;
  const heardLast = sql`${all} order by coalesce(${devices.lastMsgIn}, '-infinity') desc limit ${most}`;
  const found = await newestOfEach(heardLast, sql`'-infinity'::timestamptz`);
  const last = found[transactionCount];
  // The page has none that is older, so that a device that was silent since then is not looked for in each month.
  const since = last === undefined ? sql`'-infinity'::timestamptz` : fromMicroseconds(Number(last.received));
  const { length: count } = await db
    .select({ deviId: devices.deviId })
    .from(devices)
    .where(condition)
    .limit(fewDevices + 1);
  if (count > fewDevices) {
    const late = fromMicroseconds(received - lookedThroughMs * 1000);
    const latest = await queryRows<Key>(
      db,
      newest(sql`${deviId} in (${all}) and ${recTs} >= greatest(${since}, ${late})`),
    );
    if (latest.length === most) return latest;
  }
  return count <= most ? found : newestOfEach(all, since);
}
