import type { Database } from '#platform/database.ts';
import { changeDevice } from './change-device.ts';
import type { DeviceRecord } from './device-row.ts';
import { flagColumns } from './flag-columns.ts';

/** Clears the present place of a locked device whose wearer is not located. Returns its row where that changed it. */
export async function clearPlace(tx: Database, device: DeviceRecord): Promise<DeviceRecord | null> {
  const { deviId, posTime, place } = device;
  const isOutdated = device.flags.includes('outdatedPositionWarning');
  if (posTime === null && place === null && !isOutdated) return null;
  const flags = new Set(device.flags.filter((flag) => flag !== 'outdatedPositionWarning'));
  return changeDevice(tx, deviId, {
    ...{ posLati: null, posLong: null, posTime: null, posType: null, posAccuracy: null, place: null },
    ...flagColumns(flags, device),
  });
}
