import type { SettingValue } from '@varde/catalogue/settings/types';
import { flagsAtThreshold } from '#domain/devices/battery-threshold.ts';
import { changeDevice } from '#domain/devices/change-device.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import type { Database } from '#platform/database.ts';

/**
 * Settings that the server keeps take effect when they are saved, and not only with the next message. Returns the row
 * of the device where they changed it. Call it with the device and its twin locked.
 */
export async function actOnKept(
  tx: Database,
  device: DeviceRecord,
  { batteryThreshold }: Readonly<Record<string, SettingValue | null>>,
): Promise<DeviceRecord | null> {
  if (typeof batteryThreshold !== 'number') return null;
  const flags = flagsAtThreshold(device, batteryThreshold);
  return flags && changeDevice(tx, device.deviId, flags);
}
