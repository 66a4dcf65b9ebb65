import type { DeviceRow } from '@varde/contract/devices';
import { patchDevice } from './patch-devices.ts';

/**
 * The latest live change of each device, for the moment between a call's question and its answer: an answer that was
 * on its way when a change came would otherwise put the old state back.
 */
const recent = new Map<number, DeviceRow>();
const mostRemembered = 5000;

export function rememberChanges(changes: readonly DeviceRow[]): void {
  for (const change of changes) {
    const earlier = recent.get(change.deviId);
    if (earlier !== undefined && earlier.rev > change.rev) continue;
    recent.delete(change.deviId); // to the end, away from those that are forgotten first
    recent.set(change.deviId, change);
  }
  for (const deviId of recent.keys()) {
    if (recent.size <= mostRemembered) break;
    recent.delete(deviId);
  }
}

/** A device of a list's answer with what is newer than the answer laid over it. */
export function withRecentChange<D extends DeviceRow>(device: D): D {
  const change = recent.get(device.deviId);
  return change ? patchDevice(device, change) : device;
}

/** The same of one device's own answer. It stays as old as it is: changes of lists do not tell where the device went. */
export function withRecentFields<D extends DeviceRow>(device: D): D {
  return { ...withRecentChange(device), rev: device.rev };
}
