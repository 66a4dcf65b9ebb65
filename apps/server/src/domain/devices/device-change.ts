import type { PlacedDevice } from '@varde/contract/devices';
import { type ListedDevice, presentDeviceRow } from './device-row.ts';

/** The fields of a device's row that differ, as a live event carries them. */
export function presentDeviceChange(
  before: ListedDevice,
  now: ListedDevice,
  custName: string,
): Partial<PlacedDevice> & Pick<PlacedDevice, 'deviId' | 'rev'> {
  const was = presentDeviceRow(before, custName);
  const is = presentDeviceRow(now, custName);
  const keys = Object.keys(is) as (keyof PlacedDevice)[];
  const changed = keys.filter((key) => is[key] !== was[key]).map((key) => [key, is[key]]);
  return { ...Object.fromEntries(changed), deviId: is.deviId, rev: is.rev };
}
