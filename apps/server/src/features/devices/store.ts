import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import { withinHistory } from '#domain/transactions/history-condition.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { custName, detailColumns, listedColumns, notLocated, ownerIsPrivate } from './store-columns.ts';

/**
 * One device with its customer's name, whether that is a private one, and whether it may not be located now; undefined
 * when it does not exist or is out of scope.
 */
export async function findDeviceDetail(db: Database, scope: Scope, deviId: number) {
  const rows = await db
    .select({ device: detailColumns, custName, ownerIsPrivate, notLocated })
    .from(devices)
    .where(and(eq(devices.deviId, deviId), isNull(devices.deletedAt), withinScope(devices.custId, scope)));
  return rows[0];
}

/**
 * The highest `rev` among committed devices; 0 without devices. Read it before the rows: then the rows hold every
 * change up to it, except the late commits that `catchUpOverlap` covers.
 */
export async function latestRev(db: Database): Promise<number> {
  const [row] = await queryRows<{ rev: string | number }>(db, sql`select coalesce(max(rev), 0) as rev from devices`);
  return Number(row?.rev ?? 0);
}

/** Devices in scope that changed after `since`, up to `limit`, oldest change first. */
export async function changedDevices(db: Database, scope: Scope, since: number, limit: number) {
  return db
    .select({ device: listedColumns, custName })
    .from(devices)
    .where(and(gt(devices.rev, since), withinScope(devices.custId, scope)))
    .orderBy(devices.rev)
    .limit(limit);
}

/** Number of latest arrivals that are sorted by time of position: a backlog may arrive after newer positions. */
const positionsConsidered = 500;

/** A device's last positions within the part of its history that the caller may see, newest first. */
export async function listPositions(db: Database, caller: Caller, deviId: number, count: number) {
  const { custId, assignmentId, recTs, posTime } = transactions;
  const time = sql`least(${recTs}, ${posTime})`;
  const received = db
    .select({
      tranId: transactions.tranId,
      metyId: transactions.metyId,
      custId,
      posLati: transactions.posLati,
      posLong: transactions.posLong,
      posTime: transactions.posTime,
      posType: transactions.posType,
      sat: transactions.numSatellites,
      hdop: transactions.hdop,
      accuracy: transactions.accuracy,
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.deviId, deviId),
        isNotNull(transactions.posLati),
        isNotNull(transactions.posLong),
        isNotNull(posTime),
        withinScope(custId, caller.scopeOf('DEVICE_ACCESS_MAP')),
        withinHistory(caller, 'DEVICE_ACCESS_MAP', { deviId, custId, assignmentId, time }),
      ),
    )
    .orderBy(desc(transactions.recTs), desc(transactions.tranId))
    .limit(positionsConsidered)
    .as('received');
  return db.select().from(received).orderBy(desc(received.posTime), desc(received.tranId)).limit(count);
}
