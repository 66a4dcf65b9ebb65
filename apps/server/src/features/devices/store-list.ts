import type { DeviceFilter, DeviceListQuery } from '@varde/contract/devices';
import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import { deviceCounts, devices } from '#domain/devices/tables.ts';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { pageOf } from '#platform/http/cursor.ts';
import type { Selection } from './selection.ts';
import { custName, listedColumns } from './store-columns.ts';
import { matching } from './store-matching.ts';
import { positionColumns, sorts } from './store-sorts.ts';

/** Counting stops here, and the total is marked as a lower bound. */
const mostCounted = 500;
const notNarrowing = new Set<string>(['custId', 'cursor', 'limit', 'sort'] satisfies (keyof DeviceListQuery)[]);

type Row = Awaited<ReturnType<typeof selectPage>>[number];

/** An entry of the list: a device, or the master of a pair with its clone. */
export interface Entry {
  master: Pick<Row, 'device' | 'custName'>;
  clone: Pick<Row, 'device' | 'custName'> | null;
}

/** One page of the devices in scope. */
export async function listDevices(db: Database, selection: Selection, query: DeviceListQuery) {
  const sort = sorts[query.sort];
  const after = query.cursor === undefined ? undefined : sort.after(query.cursor);
  const rows = await selectPage(db, and(matching(selection, query), after), sort.order, query.limit + 1);
  const { page, nextCursor } = pageOf(rows, query.limit, ({ position }) => sort.position(position));
  return { page: await withTwins(db, selection, page), nextCursor };
}

function selectPage(db: Database, where: SQL | undefined, order: SQL, limit: number) {
  return db
    .select({ device: listedColumns, custName, position: positionColumns })
    .from(devices)
    .where(where)
    .orderBy(order)
    .limit(limit);
}

/** The entries that these rows stand for. */
export async function withTwins(
  db: Database,
  { scope }: Pick<Selection, 'scope'>,
  rows: readonly Entry['master'][],
): Promise<Entry[]> {
  const others = await unitsOf(
    db,
    scope,
    rows.flatMap(({ device }) => device.twinDevice ?? []),
  );
  return rows.flatMap((row): Entry[] => {
    const found = others.get(row.device.twinDevice ?? 0) ?? null;
    if (row.device.twin !== 'CLONE') return [{ master: row, clone: found }];
    // Without a master it was separated since it was read.
    return found === null ? [] : [{ master: found, clone: row }];
  });
}

/** The entries among these that belong to the list now. */
export async function entriesAmong(
  db: Database,
  selection: Selection,
  filter: DeviceFilter,
  entryIds: readonly number[],
): Promise<Entry[]> {
  const ids = [...entryIds];
  const isAmong = or(inArray(devices.deviId, ids), inArray(devices.twinDevice, ids));
  const rows = await db
    .select({ device: listedColumns, custName })
    .from(devices)
    .where(and(isAmong, matching(selection, { ...filter, sort: 'default' })));
  return withTwins(db, selection, rows);
}

/** Units by number. */
async function unitsOf(db: Database, scope: Scope, deviIds: readonly number[]) {
  if (deviIds.length === 0) return new Map<number, Entry['master']>();
  const rows = await db
    .select({ device: listedColumns, custName })
    .from(devices)
    .where(and(inArray(devices.deviId, [...deviIds]), withinScope(devices.custId, scope)));
  return new Map(rows.map((row) => [row.device.deviId, row]));
}

interface Total {
  total: number;
  totalIsLowerBound: boolean;
}

/**
 * The number of matching devices, given the first page of them, which is all of them if none follows. Without a filter
 * other than the customer it is the sum of what is kept for each customer. With one each device is read, and so many
 * are counted only that the cost does not grow with the number of devices. With a search, also of sensors, nothing beyond
 * the page is counted, because all of the installation that have the word would be visited.
 */
export async function totalOf(
  db: Database,
  selection: Selection,
  query: DeviceListQuery,
  { page, nextCursor }: Awaited<ReturnType<typeof listDevices>>,
): Promise<Total> {
  if (nextCursor === null || query.search || query.sensor)
    return { total: page.length, totalIsLowerBound: nextCursor !== null };
  const isFiltered = Object.entries(query).some(([key, value]) => value && !notNarrowing.has(key));
  return isFiltered ? countedTotal(db, selection, query) : keptTotal(db, selection);
}

async function keptTotal(db: Database, { scope }: Selection): Promise<Total> {
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${deviceCounts.entries}), 0)::int` })
    .from(deviceCounts)
    .where(withinScope(deviceCounts.custId, scope));
  return { total: row?.total ?? 0, totalIsLowerBound: false };
}

async function countedTotal(db: Database, selection: Selection, query: DeviceListQuery): Promise<Total> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(devices)
    .where(matching(selection, { ...query, sort: 'default' }))
    .limit(mostCounted + 1)
    .as('some');
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  const total = row?.total ?? 0;
  return { total: Math.min(total, mostCounted), totalIsLowerBound: total > mostCounted };
}
