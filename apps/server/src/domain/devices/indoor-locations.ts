import type { IndoorLocation, IndoorLocationDevice } from '@varde/contract/indoor-locations';
import { and, eq, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { nameOrder } from '../search-words.ts';
import { presentAssignmentId } from './device-note.ts';
import { indoorLocationDevices, indoorLocations } from './tables.ts';

/** An indoor location with its reference points, and its place as numbers. */
export interface IndoorLocationRecord extends Omit<IndoorLocation, 'latLng' | 'shared' | 'abilities'> {
  lat: number;
  lng: number;
}

/** The locations that belong to an assignment, or are bound to it. */
export const ofAssignment = (assignmentId: number): SQL => sql`l.assignment_id = ${assignmentId}`;

/** The shared locations that count for the devices of a customer: its own and those of the customers above it. */
export const sharedWith = (custId: number): SQL =>
  sql`l.cust_id = any ((select c.path from customers c where c.cust_id = ${custId})::integer[])`;

/** Locations by name. A binding to an assignment that has ended is none. */
export function findIndoorLocations(db: Database, condition: SQL): Promise<IndoorLocationRecord[]> {
  return queryRows(
    db,
    sql`select l.inlo_id as "inloId", l.rev, coalesce(a.devi_id, 0) as "deviId", coalesce(l.cust_id, 0) as "custId",
        l.name, l.lat, l.lng, l.address, exists (select from geofences g where l.inlo_id = any (g.inlo_ids)) as "hasGeofence",
        (extract(epoch from l.scanned_at) * 1000)::float8 as "scannedTime", p.points as "indoorLocationDevices"
      from indoor_locations l
      left join device_assignments a on a.assignment_id = l.assignment_id and a.ends_at is null
      cross join lateral (select coalesce(json_agg(json_build_object(
          'indeId', inde_id, 'type', type, 'macAddress', mac_address, 'name', name,
          'scannedTime', (extract(epoch from scanned_at) * 1000)::float8,
          'signalStrength', signal_strength, 'add', added) order by inde_id), '[]') as points
        from indoor_location_devices where inlo_id = l.inlo_id) p
      where ${condition}
      order by ${nameOrder(sql`l.name`)}, l.inlo_id`,
  );
}

/** What is saved of a location. */
export interface IndoorLocationContent {
  /** Null: the device's own. */
  custId: number | null;
  /** The assignment and device that it belongs to, or is bound to; null: the customer's alone. Absent: as before. */
  boundTo?: { assignmentId: number; deviId: number } | null;
  name: string;
  lat: number;
  lng: number;
  address: string;
  points: readonly Omit<IndoorLocationDevice, 'indeId'>[];
}

/**
 * Saves a location as a whole. `known`: the one to change, with the revision that was read; null: a new one. Returns its
 * number; undefined: it has changed meanwhile. In a transaction.
 */
export async function putIndoorLocation(
  tx: Database,
  known: { inloId: number; rev: number } | null,
  { boundTo, points, ...content }: IndoorLocationContent,
): Promise<number | undefined> {
  const scans = points.flatMap(({ scannedTime }) => scannedTime ?? []);
  const columns = {
    ...content,
    ...(boundTo === null ? { assignmentId: null, deviId: null } : boundTo),
    scannedAt: scans.length > 0 ? new Date(Math.max(...scans)) : null,
  };
  const [row] =
    known === null
      ? await tx.insert(indoorLocations).values(columns).returning()
      : await tx
          .update(indoorLocations)
          .set({ ...columns, rev: sql`${indoorLocations.rev} + 1` })
          .where(and(eq(indoorLocations.inloId, known.inloId), eq(indoorLocations.rev, known.rev)))
          .returning();
  if (row !== undefined) await putPoints(tx, row.inloId, points);
  return row?.inloId;
}

/** Reference points that stay keep their numbers. */
async function putPoints(tx: Database, inloId: number, points: IndoorLocationContent['points']): Promise<void> {
  const { macAddress } = indoorLocationDevices;
  const left = points.map((point) => point.macAddress);
  await tx
    .delete(indoorLocationDevices)
    .where(and(eq(indoorLocationDevices.inloId, inloId), notInArray(macAddress, left)));
  const rows = points.map(({ add: added, scannedTime, ...point }) => ({
    ...{ ...point, inloId, added },
    scannedAt: scannedTime === null ? null : new Date(scannedTime),
  }));
  await tx
    .insert(indoorLocationDevices)
    .values(rows)
    .onConflictDoUpdate({
      target: [indoorLocationDevices.inloId, macAddress],
      set: {
        type: sql`excluded.type`,
        name: sql`excluded.name`,
        scannedAt: sql`excluded.scanned_at`,
        signalStrength: sql`excluded.signal_strength`,
        added: sql`excluded.added`,
      },
    });
}

/** `rev`: as it was read; absent: any. Returns whether it was that. */
export async function renameIndoorLocation(
  tx: Database,
  { inloId, rev }: { inloId: number; rev: number | undefined },
  name: string,
): Promise<boolean> {
  const asRead = rev === undefined ? undefined : eq(indoorLocations.rev, rev);
  const renamed = await tx
    .update(indoorLocations)
    .set({ name, rev: sql`${indoorLocations.rev} + 1` })
    .where(and(eq(indoorLocations.inloId, inloId), asRead))
    .returning({ inloId: indoorLocations.inloId });
  return renamed.length > 0;
}

export async function removeIndoorLocation(tx: Database, inloId: number): Promise<void> {
  await tx.delete(indoorLocations).where(eq(indoorLocations.inloId, inloId));
}

/** How many locations an assignment and a customer have. */
export async function countIndoorLocations(
  db: Database,
  of: { assignmentId: number } | { custId: number },
): Promise<number> {
  return db.$count(
    indoorLocations,
    'custId' in of ? eq(indoorLocations.custId, of.custId) : eq(indoorLocations.assignmentId, of.assignmentId),
  );
}

const ownOf = (assignmentId: number) =>
  and(eq(indoorLocations.assignmentId, assignmentId), isNull(indoorLocations.custId));

/**
 * Moves the locations of an assignment to the present one of another device, replacing that one's own; shared ones are
 * bound to the other device.
 */
export async function moveIndoorLocations(tx: Database, fromAssignment: number, toDevice: number): Promise<void> {
  const assignmentId = await presentAssignmentId(tx, toDevice);
  await tx.delete(indoorLocations).where(ownOf(assignmentId));
  await tx
    .update(indoorLocations)
    .set({ assignmentId, deviId: toDevice })
    .where(eq(indoorLocations.assignmentId, fromAssignment));
}

/** Removes the locations of an assignment with its wearer. Shared ones stay with their customer. */
export async function forgetIndoorLocations(tx: Database, assignmentId: number): Promise<void> {
  await tx.delete(indoorLocations).where(ownOf(assignmentId));
  await tx
    .update(indoorLocations)
    .set({ assignmentId: null, deviId: null })
    .where(and(eq(indoorLocations.assignmentId, assignmentId), isNotNull(indoorLocations.custId)));
}
