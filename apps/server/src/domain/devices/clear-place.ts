import type { Database } from '#platform/database/database.ts';
import { changeDevice } from './change-device.ts';
import type { DeviceRecord } from './device-row.ts';
import { flagColumns } from './flag-columns.ts';
import { hasNoPositioning } from './positioning-off.ts';

/**
 * Clears the present places of a device and its twin, which have one wearer, where that wearer is not located. Both are
 * locked. Returns the rows that this changed.
 */
export async function clearPlaces(tx: Database, units: readonly DeviceRecord[]): Promise<DeviceRecord[]> {
  const cleared: DeviceRecord[] = [];
  for (const unit of units) {
    if (!unit.positioningOff || !(await hasNoPositioning(tx, unit.deviId))) continue;
    const changed = await clearPlace(tx, unit);
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
