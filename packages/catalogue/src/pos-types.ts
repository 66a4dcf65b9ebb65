/**
 * The source of a transaction's position (`posType`). Specification 2, section 4: both ends of a black map segment are
 * 0 or 6, which count as GPS; 7 gives an empty address. The other numbers are our own.
 */
export const posTypes = [
  { id: 0, key: 'gps', gpsQuality: true },
  { id: 1, key: 'cell', gpsQuality: false },
  { id: 2, key: 'wifi', gpsQuality: false },
  { id: 3, key: 'beacon', gpsQuality: false },
  { id: 4, key: 'network', gpsQuality: false },
  { id: 6, key: 'assisted', gpsQuality: true },
  { id: 7, key: 'lastKnown', gpsQuality: false },
] as const;

export type PosTypeKey = (typeof posTypes)[number]['key'];

/** The sources that a device can report; `lastKnown` is Varde's own. */
export type PositionSource = Exclude<PosTypeKey, 'lastKnown'>;

/** The number of a key. */
export const posType = Object.fromEntries(posTypes.map(({ key, id }) => [key, id])) as {
  readonly [P in (typeof posTypes)[number] as P['key']]: P['id'];
};

/** Whether a position of this source counts as GPS. */
export function hasGpsQuality(id: number): boolean {
  return posTypes.some((type) => type.id === id && type.gpsQuality);
}
