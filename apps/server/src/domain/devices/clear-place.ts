import { isGeofenceAlarm } from '@varde/catalogue/alarms';
import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { alarms } from '../alarms/tables.ts';
import { changeDevice } from './change-device.ts';
import type { DeviceRecord } from './device-row.ts';
import { flagColumns } from './flag-columns.ts';

/**
 * Clears the present place of a locked device without positioning, unless it has an open alarm for which its wearer
 * must be found. Returns its row where that changed it.
 */
export async function clearPlace(tx: Database, device: DeviceRecord): Promise<DeviceRecord | null> {
  const { deviId, posTime, place } = device;
  const isOutdated = device.flags.includes('outdatedPositionWarning');
  if (posTime === null && place === null && !isOutdated) return null;
  if (await isWearerSought(tx, device)) return null;
  const flags = new Set(device.flags.filter((flag) => flag !== 'outdatedPositionWarning'));
  return changeDevice(tx, deviId, {
    ...{ posLati: null, posLong: null, posTime: null, posType: null, posAccuracy: null, place: null },
    ...flagColumns(flags, device),
  });
}

async function isWearerSought(tx: Database, { deviId, custId }: DeviceRecord): Promise<boolean> {
  const open = await tx
    .select({ metyId: alarms.metyId })
    .from(alarms)
    .where(and(eq(alarms.deviId, deviId), eq(alarms.custId, custId), ne(alarms.state, 'reset')));
  return open.some(({ metyId }) => !isGeofenceAlarm(metyId));
}
