import { placeKeys } from '@varde/contract/devices';
import type { LiveMessage } from '@varde/contract/live';

type Change = NonNullable<LiveMessage<'device'>['device']>;

const placeFields: ReadonlySet<string> = new Set(placeKeys);

/** A change without the fields that tell where the device is. */
export function withoutPlace(change: Change): Change {
  const { deviId, rev } = change;
  return {
    ...Object.fromEntries(Object.entries(change).filter(([key]) => !placeFields.has(key))),
    deviId,
    rev,
  };
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
