import type { DeviceRow, PlacedDevice, placeKeys } from '@varde/contract/devices';

/** A device without the fields that tell where it is. */
export function withoutPlace(device: PlacedDevice): DeviceRow {
  const { posLati, posLong, posTime, posType, posAccuracy, place, ...rest } = device;
  return rest;
}

/** The place of a device for callers without its map. */
export const hiddenPlace = {
  posLati: null,
  posLong: null,
  posTime: null,
  posType: null,
  posAccuracy: null,
  place: null,
} as const satisfies Record<(typeof placeKeys)[number], null>;
