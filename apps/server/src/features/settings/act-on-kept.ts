import type { SettingValue } from '@varde/catalogue/settings/types';
import { flagsAtThreshold } from '#domain/devices/battery-threshold.ts';
import { changeDevice } from '#domain/devices/change-device.ts';
import { clearPlaces } from '#domain/devices/clear-place.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { unitsOf } from '#domain/devices/find-device.ts';
import { forgetFenceStates } from '#domain/geofences/geofences.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * Settings that the server keeps take effect when they are saved, and not only with the next message. Returns the rows
 * of the device and its twin where they changed them. Call it with both locked.
 */
export async function actOnKept(
  tx: Database,
  device: DeviceRecord,
  { batteryThreshold, disablePositioning }: Readonly<Record<string, SettingValue | null>>,
): Promise<DeviceRecord[]> {
  const judged = await judgeBattery(tx, device, batteryThreshold);
  const changed = new Map<number, DeviceRecord>();
  if (judged !== null) changed.set(device.deviId, judged);
  if (disablePositioning !== undefined) {
    await forgetFenceStates(tx, device.deviId);
    // Triggers have written in both rows whether it is off.
    const units = await unitsOf(tx, device.deviId);
    for (const unit of [...units, ...(await clearPlaces(tx, units))]) changed.set(unit.deviId, unit);
  }
  return [...changed.values()];
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
