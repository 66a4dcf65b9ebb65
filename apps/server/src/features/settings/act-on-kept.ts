import type { SettingValue } from '@varde/catalogue/settings/types';
import { flagsAtThreshold } from '#domain/devices/battery-threshold.ts';
import { changeDevice } from '#domain/devices/change-device.ts';
import { clearPlace } from '#domain/devices/clear-place.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { hasNoPositioning } from '#domain/devices/positioning-off.ts';
import { forgetFenceStates } from '#domain/geofences/geofences.ts';
import type { Database } from '#platform/database.ts';

/**
 * Settings that the server keeps take effect when they are saved, and not only with the next message. Returns the row
 * of the device where they changed it. Call it with the device and its twin locked.
 */
export async function actOnKept(
  tx: Database,
  device: DeviceRecord,
  { batteryThreshold, disablePositioning }: Readonly<Record<string, SettingValue | null>>,
): Promise<DeviceRecord | null> {
  const judged = await judgeBattery(tx, device, batteryThreshold);
  if (disablePositioning !== true) return judged;
  await forgetFenceStates(tx, device.deviId);
  if (!(await hasNoPositioning(tx, device.deviId))) return judged;
  return (await clearPlace(tx, judged ?? device)) ?? judged;
}

async function judgeBattery(
  tx: Database,
  device: DeviceRecord,
  batteryThreshold: SettingValue | null | undefined,
): Promise<DeviceRecord | null> {
  if (typeof batteryThreshold !== 'number') return null;
  const flags = flagsAtThreshold(device, batteryThreshold);
  return flags && changeDevice(tx, device.deviId, flags);
}
