import type { DeviceRow, PlacedDevice, placeKeys } from '@varde/contract/devices';

/** A device without its place. */
export function withoutPlace(device: PlacedDevice): DeviceRow {
  const { posLati, posLong, posTime, posType, posAccuracy, place, ...rest } = device;
  return rest;
}

/** The place fields for callers without the right to the map. */
export const hiddenPlace = {
  posLati: null,
  posLong: null,
  posTime: null,
  posType: null,
  posAccuracy: null,
  place: null,
} as const satisfies Record<(typeof placeKeys)[number], null>;
