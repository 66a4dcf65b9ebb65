import type { DeviceListQuery } from '@varde/contract/devices';
import { and, inArray, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import type { Database } from '#platform/database/database.ts';
import type { Selection } from './selection.ts';
import { custName, listedColumns } from './store-columns.ts';
import { type Entry, withTwins } from './store-list.ts';
import { matching } from './store-matching.ts';
import { orderOf } from './store-sorts.ts';

export type ExportQuery = Omit<DeviceListQuery, 'cursor' | 'limit'> & {
  /** These of the matching devices alone; of a pair, the number of its master. */
  deviIds?: readonly number[] | undefined;
};

/**
 * The numbers of all matching devices (of a pair, one of its units), in order, and the customers that own them. An export reads its rows by these, so
 * that a device that moves in the list meanwhile is neither repeated nor left out.
 */
export async function exportedDevices(db: Database, selection: Selection, query: ExportQuery) {
  const [row] = await db
    .select({
      deviIds: sql<number[]>`coalesce(array_agg(${devices.deviId} order by ${orderOf(query)}), '{}')`,
      custIds: sql<number[]>`coalesce(array_agg(distinct ${devices.custId}), '{}')`,
    })
    .from(devices)
    .where(
      and(
        matching(selection, query),
        query.deviIds === undefined ? undefined : inArray(devices.entryId, [...query.deviIds]),
      ),
    );
  return row ?? { deviIds: [], custIds: [] };
}

/** The entries of these devices in this order, without those that no longer match. */
export async function exportedPage(
  db: Database,
  selection: Selection,
  query: ExportQuery,
  deviIds: readonly number[],
): Promise<Entry[]> {
  const rows = await db
    .select({ device: listedColumns, custName })
    .from(devices)
    .where(and(matching(selection, query), inArray(devices.deviId, [...deviIds])));
  const byId = new Map(rows.map((row) => [row.device.deviId, row]));
  return withTwins(
    db,
    selection,
    deviIds.flatMap((deviId) => byId.get(deviId) ?? []),
  );
}
