import { and, eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { presentAssignmentId } from './device-note.ts';
import { deviceKnownMacs } from './tables.ts';

export type KnownMac = typeof deviceKnownMacs.$inferSelect;

const ofAssignment = (assignmentId: number) => eq(deviceKnownMacs.assignmentId, assignmentId);

/** What was entered about access points and beacons in an assignment. */
export function knownMacsOf(db: Database, assignmentId: number): Promise<KnownMac[]> {
  return db.select().from(deviceKnownMacs).where(ofAssignment(assignmentId)).orderBy(deviceKnownMacs.dekmId);
}

/**
 * Saves where an access point or beacon stands. It keeps the position of the first time. In the caller's transaction,
 * which holds the lock of the device.
 */
export async function putKnownMac(tx: Database, known: Omit<KnownMac, 'dekmId'>): Promise<void> {
  const { location, address } = known;
  await tx
    .insert(deviceKnownMacs)
    .values(known)
    .onConflictDoUpdate({
      target: [deviceKnownMacs.assignmentId, deviceKnownMacs.macAddress],
      set: { location, address },
    });
}

export async function removeKnownMac(tx: Database, assignmentId: number, macAddress: string): Promise<void> {
  await tx.delete(deviceKnownMacs).where(and(ofAssignment(assignmentId), eq(deviceKnownMacs.macAddress, macAddress)));
}

/** Moves what was entered in an assignment to the present one of another device, replacing what was entered there. */
export async function moveKnownMacs(tx: Database, fromAssignment: number, toDevice: number): Promise<void> {
  const assignmentId = await presentAssignmentId(tx, toDevice);
  await tx.delete(deviceKnownMacs).where(ofAssignment(assignmentId));
  await tx.update(deviceKnownMacs).set({ assignmentId, deviId: toDevice }).where(ofAssignment(fromAssignment));
}

/** Removes the positions, which came from the device's messages. */
export async function forgetKnownMacPlaces(tx: Database, assignmentId: number): Promise<void> {
  await tx.update(deviceKnownMacs).set({ lat: null, lng: null }).where(ofAssignment(assignmentId));
}
