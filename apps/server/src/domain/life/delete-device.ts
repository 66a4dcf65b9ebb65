import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { cancelOfWearer } from '../commands/commands.ts';
import { changeDevice } from '../devices/change-device.ts';
import { removeDeviceImages } from '../devices/device-images.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { deviceAssignments, deviceIdentities } from '../devices/tables.ts';
import { removeSensors } from '../sensors/list-sensors.ts';

/**
 * Deletes a device: it loses its identities, so that it is an unknown device if it still sends, and is in nobody's
 * scope. Its row, alarms and history stay until the end of their retention. In the caller's transaction, which holds
 * the device's lock.
 */
export async function deleteDevice(tx: Database, deviId: number, at: Date): Promise<DeviceRecord> {
  await tx.delete(deviceIdentities).where(eq(deviceIdentities.deviId, deviId));
  await cancelOfWearer(tx, deviId, at);
  await tx
    .update(deviceAssignments)
    .set({ endsAt: sql`greatest(${at.toISOString()}::timestamptz, ${deviceAssignments.beginsAt})` })
    .where(and(eq(deviceAssignments.deviId, deviId), isNull(deviceAssignments.endsAt)));
  await removeDeviceImages(tx, deviId);
  await removeSensors(tx, deviId);
  return changeDevice(tx, deviId, {
    ...noPlace,
    deletedAt: at,
    connected: false,
    trackingUntil: null,
    noteAddedAt: null,
    userImageAt: null,
    flags: [],
    status: 'clear',
  });
}

/** Column values of a row without a place. */
export const noPlace = {
  posLati: null,
  posLong: null,
  posType: null,
  posTime: null,
  posAccuracy: null,
  place: null,
};
