import { alarmFlags } from '@varde/catalogue/alarms';
import type { LogFilter } from '@varde/catalogue/log-filters';
import { mapFilters } from '@varde/catalogue/map-filters';
import type { MapFilter, MapQuery } from '@varde/contract/map';
import { and, asc, count, desc, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { cellAt, isNowhere, withinArea } from './map-area.ts';
import type { Selection } from './selection.ts';
import { custName, listedColumns } from './store-columns.ts';
import { passing } from './store-conditions.ts';
import { matchingUnits } from './store-matching.ts';

/** More marks than a screen has room for are not sent. */
const mostMarks = 800;

const { deviId, custId, flags, priority, posLati, posLong, posTime, deletedAt } = devices;

/** The devices that the filters of the map find. */
export function onMap(selection: Selection, caller: Caller, { filters, ...filter }: MapFilter): SQL | undefined {
  const chosen = (filters?.split(',') ?? []) as LogFilter[];
  return and(
    matchingUnits(selection, filter),
    withinScope(custId, caller.scopeOf('DEVICE_ACCESS_MAP')),
    or(...chosen.map((key) => passing(devices, mapFilters[key]))),
  );
}

/** How many devices there are, and how many of them have a place. */
export async function countOnMap(db: Database, condition: SQL | undefined) {
  const [row] = await db
    .select({ total: count(), placed: count(sql`case when ${posLati} is not null then ${posTime} end`) })
    .from(devices)
    .where(condition);
  return row ?? { total: 0, placed: 0 };
}

/** What is drawn alone, whatever is near it: an open alarm, and a place that is none. */
const isAlone = sql`(${flags} && ${sql.param([...alarmFlags])}::text[] or ${isNowhere})`;

/** The devices that are alone in a view, most urgent first, and the cells of the others. */
export async function marksIn(db: Database, condition: SQL | undefined, query: MapQuery) {
  const seen = and(condition, withinArea(query));
  const alone = and(seen, isAlone);
  const urgent = await db
    .select({ deviId })
    .from(devices)
    .where(alone)
    .orderBy(asc(priority), desc(posTime), asc(deviId))
    .limit(mostMarks);
  const cells = await cellsOf(db, and(seen, not(isAlone)), cellAt(query.zoom));
  const aloneLeftOut = urgent.length < mostMarks ? 0 : (await db.$count(devices, alone)) - mostMarks;
  const inCells = cells.reduce((sum, cell) => sum + cell.count, 0);
  return {
    deviIds: [...urgent, ...cells.filter((cell) => cell.count === 1)].map((mark) => mark.deviId),
    clusters: cells.filter((cell) => cell.count > 1),
    leftOut: aloneLeftOut + (cells[0]?.all ?? 0) - inCells,
  };
}

const cellsOf = (db: Database, condition: SQL | undefined, cell: SQL<string>) =>
  db
    .select({
      key: sql<string>`${cell}`.as('cell'),
      count: count(),
      /** One of its devices. */
      deviId: sql<number>`min(${deviId})`,
      /** Of the worst one. */
      rank: sql<number>`min(${priority})::int`,
      posLati: sql<number>`avg(${posLati})`,
      posLong: sql<number>`avg(${posLong})`,
      west: sql<number>`min(${posLong})`,
      south: sql<number>`min(${posLati})`,
      east: sql<number>`max(${posLong})`,
      north: sql<number>`max(${posLati})`,
      /** The devices of all cells. */
      all: sql<number>`(sum(count(*)) over ())::int`,
    })
    .from(devices)
    .where(condition)
    .groupBy(sql`cell`)
    .orderBy(sql`min(${priority})`, sql`count(*) desc`, sql`cell`)
    .limit(mostMarks);

/** The rows of these devices, in their order. */
export async function devicesAt(db: Database, condition: SQL | undefined, deviIds: readonly number[]) {
  if (deviIds.length === 0) return [];
  const rows = await db
    .select({ device: listedColumns, custName })
    .from(devices)
    .where(and(condition, inArray(deviId, [...deviIds])));
  const byId = new Map(rows.map((row) => [row.device.deviId, row]));
  return deviIds.flatMap((id) => byId.get(id) ?? []);
}

/** Where these devices are now. */
export async function placesOf(db: Database, caller: Caller, deviIds: readonly number[]) {
  if (deviIds.length === 0) return [];
  const rows = await db
    .select({ deviId, posLati, posLong, posTime })
    .from(devices)
    .where(
      and(
        inArray(deviId, [...deviIds]),
        isNull(deletedAt),
        withinScope(custId, caller.scopeOf('DEVICE_LIST')),
        withinScope(custId, caller.scopeOf('DEVICE_ACCESS_MAP')),
      ),
    );
  return rows.map((row) => ({ ...row, posTime: row.posTime?.getTime() ?? null }));
}

interface Fix {
  tran_id: string | number;
  sat: number | null;
  hdop: number | null;
}

/** What is known of the last position of each of these devices from its message, which came within a day of it. */
export async function lastFixes(db: Database, deviIds: readonly number[]): Promise<Map<number, Fix>> {
  const rows = await queryRows<Fix & { devi_id: number }>(
    db,
    sql`select d.devi_id, fix.* from ${devices} d cross join lateral (
        select t.tran_id, t.num_satellites as sat, t.hdop from ${transactions} t
        where t.devi_id = d.devi_id and t.cust_id = d.cust_id and t.pos_time = d.pos_time
          and t.rec_ts >= d.pos_time - interval '5 minutes' and t.rec_ts < d.pos_time + interval '1 day'
        order by t.rec_ts limit 1) fix
      where d.devi_id = any(${sql.param([...deviIds])}::int[])`,
  );
  return new Map(rows.map((row) => [row.devi_id, row]));
}

/** The customers whose devices are in a view. */
export async function customersIn(db: Database, condition: SQL | undefined, query: MapQuery): Promise<number[]> {
  const rows = await db
    .select({ custId })
    .from(devices)
    .where(and(condition, withinArea(query)))
    .groupBy(custId);
  return rows.map((row) => row.custId);
}
