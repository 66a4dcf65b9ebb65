import type { DeviceRow } from '@varde/contract/devices';
import { type DeviceChange, patchDevice } from './patch-devices.ts';

/**
 * The latest live change of each device, for the moment between a call's question and its answer: an answer that was
 * on its way when a change came would otherwise put the old state back.
 */
const recent = new Map<number, DeviceChange>();
const mostRemembered = 5000;

export function rememberChanges(changes: readonly DeviceChange[]): void {
  for (const change of changes) {
    const earlier = recent.get(change.deviId);
    recent.delete(change.deviId);
    recent.set(change.deviId, { ...earlier, ...change, rev: Math.max(earlier?.rev ?? 0, change.rev) });
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
