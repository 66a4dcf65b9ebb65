import type { MapQuery } from '@varde/contract/map';
import { and, between, gte, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';

/** The northernmost latitude of the map's projection. */
const mercatorEnd = 85.0511;
/** Devices that are closer than 64 pixels are one cluster; the world is 512 pixels wide at zoom 0. */
const cellsAtZoom0 = 512 / 64;
/** From here on each device has a mark of its own: the map shows nothing larger. */
const closest = 20;

const { posLati, posLong, posTime, deviId } = devices;

/** The devices with a place in the view, which may cross the 180th meridian. */
export function withinArea(query: Pick<MapQuery, 'west' | 'south' | 'east' | 'north'>): SQL | undefined {
  const west = Number(query.west);
  const east = Number(query.east);
  const south = Math.max(Number(query.south), -mercatorEnd);
  const north = Math.min(Number(query.north), mercatorEnd);
  const longitudes = west < east ? between(posLong, west, east) : or(gte(posLong, west), lte(posLong, east));
  return and(isNotNull(posLati), isNotNull(posTime), between(posLati, south, north), longitudes);
}

/** A fault of the device: nobody lives in the Gulf of Guinea. */
export const isNowhere = sql<boolean>`(${posLati} = 0 and ${posLong} = 0)`;

/** The cell of the map's grid that a device is in; the grid does not move with the view. */
export function cellAt(zoom: number): SQL<string> {
  if (zoom >= closest) return sql<string>`${deviId}::text`;
  const cells = sql.raw(String(cellsAtZoom0 * 2 ** zoom));
  const column = sql`floor((${posLong} + 180) / 360 * ${cells})::int`;
  const row = sql`floor((0.5 - ln(tan(pi() / 4 + radians(${posLati}) / 2)) / (2 * pi())) * ${cells})::int`;
  return sql<string>`${column} || ':' || ${row}`;
}
