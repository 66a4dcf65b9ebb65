import { and, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
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
/** The most rows that one query reads of devices with much to tell, and the most devices that one asks of the others. */
const rowsAtOnce = 2_000;
const devicesAtOnce = 500;
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
  // An array for each column: as a list of rows they would take longer to plan than to read.
  const wanted = sql`select wanted.devi_id, ${fromMicroseconds(sql`wanted.received`)}, wanted.tran_id from unnest(
    ${sql.param(page.map(({ devi_id }) => devi_id))}::int[],
    ${sql.param(page.map(({ received }) => String(received)))}::bigint[],
    ${sql.param(page.map(({ tran_id }) => String(tran_id)))}::bigint[]) wanted (devi_id, received, tran_id)`;
  const rows = await db
    .select({ transaction: listedColumns, deviceName: devices.deviceName })
    .from(transactions)
    .innerJoin(devices, eq(devices.deviId, deviId))
    .where(and(sql`(${deviId}, ${recTs}, ${tranId}) in (${wanted})`, condition, seenInLog(caller, deviId)))
    .orderBy(sql`${recTs} desc, ${tranId} desc`);
  return { page: rows, nextCursor };
}

interface Key {
  devi_id: number;
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
  const newest = (
    of: SQL,
  ) => sql`select ${microseconds(recTs)} as received, ${deviId}, ${tranId} as tran_id from ${transactions}
    where ${and(of, older, seenInLog(caller, deviId))}
    order by ${recTs} desc, ${tranId} desc limit ${most}`;

  /** Adds the rows of some devices to the latest that were found, in steps: an alarm waits for one at most. */
  async function addNewest(found: Key[], deviIds: readonly number[], step: number): Promise<Key[]> {
    let latest = found;
    for (let at = 0; at < deviIds.length; at += step) {
      const some = sql`unnest(${sql.param(deviIds.slice(at, at + step))}::int[]) of_device (devi_id)`;
      // The page has none that is older, so that a device that was silent since then is not looked for in each month.
      const since = sinceOf(latest, most);
      const rows = await queryRows<Key>(
        db,
        sql`select rows.* from ${some}
          cross join lateral (${newest(sql`${deviId} = of_device.devi_id and ${recTs} >= ${since}`)}) rows
          order by rows.received desc, rows.tran_id desc limit ${most}`,
      );
      latest = latestOf([...latest, ...rows], most);
    }
    return latest;
  }

  const heardLast = await db
    .select({ deviId: devices.deviId })
    .from(devices)
    .where(condition)
    .orderBy(sql`coalesce(${devices.lastMsgIn}, '-infinity') desc`)
    .limit(fewDevices + 1);
  const ids = heardLast.map((device) => device.deviId);
  const found = await addNewest([], ids.slice(0, most), Math.max(1, Math.floor(rowsAtOnce / most)));
  if (ids.length <= fewDevices) return addNewest(found, ids.slice(most), ids.length);
  const all = sql`select devi_id from ${devices} where ${condition ?? sql`true`}`;
  const late = fromMicroseconds(received - lookedThroughMs * 1000);
  const latest = await queryRows<Key>(
    db,
    newest(sql`${deviId} in (${all}) and ${recTs} >= greatest(${sinceOf(found, most)}, ${late})`),
  );
  if (latest.length === most) return latest;
  let page = found;
  for await (const some of inSteps(db, condition)) page = await addNewest(page, some, some.length);
  return page;
}

/** All devices with a condition, some at a time. */
async function* inSteps(db: Database, condition: SQL | undefined): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .select({ deviId: devices.deviId })
      .from(devices)
      .where(and(condition, gt(devices.deviId, last)))
      .orderBy(devices.deviId)
      .limit(devicesAtOnce);
    if (rows.length > 0) yield rows.map((row) => row.deviId);
    if (rows.length < devicesAtOnce) return;
    last = rows.at(-1)?.deviId ?? last;
  }
}

/** The time of the last one of a full page. */
function sinceOf(found: readonly Key[], most: number): SQL {
  const last = found[most - 1];
  return last === undefined ? sql`'-infinity'::timestamptz` : fromMicroseconds(Number(last.received));
}

/** The latest of these, each once. */
function latestOf(keys: readonly Key[], most: number): Key[] {
  const once = [...new Map(keys.map((key) => [String(key.tran_id), key])).values()];
  return once
    .sort((a, b) => Number(b.received) - Number(a.received) || Number(b.tran_id) - Number(a.tran_id))
    .slice(0, most);
}
