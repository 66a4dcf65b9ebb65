import type { QueryClient } from '@tanstack/react-query';
import type { DeviceRow } from '@varde/contract/devices';
import { patchDevice } from './patch-devices.ts';

/**
 * The latest live change of each device, for the time between a call and its answer: an answer that was in flight when
 * a change arrived would otherwise restore the old state.
 */
const recentOf = new WeakMap<QueryClient, Map<number, DeviceRow>>();
const mostRemembered = 5000;

export function rememberChanges(cache: QueryClient, changes: readonly DeviceRow[]): void {
  const recent = recentOf.get(cache) ?? new Map<number, DeviceRow>();
  recentOf.set(cache, recent);
  for (const change of changes) {
    const earlier = recent.get(change.deviId);
    if (earlier !== undefined && earlier.rev > change.rev) continue;
    recent.delete(change.deviId); // moves it to the end: the first entries are dropped first
    recent.set(change.deviId, change);
  }
  for (const deviId of recent.keys()) {
    if (recent.size <= mostRemembered) break;
    recent.delete(deviId);
  }
}

/** A device of a list's answer with a newer change applied. */
export function withRecentChange<D extends DeviceRow>(cache: QueryClient, device: D): D {
  const change = recentOf.get(cache)?.get(device.deviId);
  return change ? patchDevice(device, change) : device;
}

/** The same for a device's own answer. Its `rev` stays, since changes of lists do not contain the place. */
export function withRecentFields<D extends DeviceRow>(cache: QueryClient, device: D): D {
  return { ...withRecentChange(cache, device), rev: device.rev };
}
