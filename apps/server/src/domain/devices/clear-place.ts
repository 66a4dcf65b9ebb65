import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { changeDevice } from './change-device.ts';
import type { DeviceRecord } from './device-row.ts';
import { flagColumns } from './flag-columns.ts';
import { hasNoPositioning } from './positioning-off.ts';
import { devices } from './tables.ts';

/**
 * Clears the present places of a device and of its twin, which have one wearer, where that wearer is not located. Both are
 * locked. Returns the rows that this changed.
 */
export async function clearPlaces(tx: Database, device: DeviceRecord): Promise<DeviceRecord[]> {
  const { twinDevice } = device;
  const twin =
    twinDevice === null ? [] : await tx.select().from(devices).where(eq(devices.deviId, twinDevice));
  const cleared: DeviceRecord[] = [];
  for (const unit of [device, ...twin]) {
    const changed = (await hasNoPositioning(tx, unit.deviId)) ? await clearPlace(tx, unit) : null;
    if (changed !== null) cleared.push(changed);
  }
  return cleared;
}

async function clearPlace(tx: Database, device: DeviceRecord): Promise<DeviceRecord | null> {
  const { deviId, posTime, place } = device;
  const isOutdated = device.flags.includes('outdatedPositionWarning');
  if (posTime === null && place === null && !isOutdated) return null;
  const flags = new Set(device.flags.filter((flag) => flag !== 'outdatedPositionWarning'));
  return changeDevice(tx, deviId, {
    ...{ posLati: null, posLong: null, posTime: null, posType: null, posAccuracy: null, place: null },
    ...flagColumns(flags, device),
  });
}
