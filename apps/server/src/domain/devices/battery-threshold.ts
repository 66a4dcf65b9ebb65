import { batteryWarningAfter } from '@varde/catalogue/battery';
import type { DeviceRecord } from './device-row.ts';
import { flagColumns } from './flag-columns.ts';

/** Flags and status of a device whose battery is judged by a new threshold; null when they stay. */
export function flagsAtThreshold(
  device: DeviceRecord,
  threshold: number,
): Pick<DeviceRecord, 'flags' | 'status'> | null {
  const { battery, charging } = device;
  const before = device.flags.includes('batteryWarning');
  const after = batteryWarningAfter(before, { level: battery ?? undefined, charging }, threshold);
  if (after === before) return null;
  const others = device.flags.filter((flag) => flag !== 'batteryWarning');
  return flagColumns(new Set(after ? [...others, 'batteryWarning'] : others), device);
}
