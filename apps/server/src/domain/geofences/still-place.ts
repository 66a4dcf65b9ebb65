import { type LatLng, metresOutside } from '@varde/catalogue/geofences';
import type { StillPlace } from './tables.ts';

/** A position as far as it says where somebody is. */
interface Seen extends LatLng {
  accuracy: number | null;
  inloId: number | null;
  at: Date;
  receivedAt: Date;
}

/** Metres by which positions of somebody who sits still differ. */
const driftMetres = 50;

/** The place of somebody who has just moved there. */
export const stillPlace = ({ lat, lng, accuracy, inloId, at, receivedAt }: Seen): StillPlace => ({
  ...{ lat, lng, accuracy, inloId },
  ...{ at: at.getTime(), heardAt: receivedAt.getTime() },
});

/**
 * Whether a position shows that somebody is still where they were: no further away than positions drift, or than either of
 * the two may be off. Another indoor location is a move, however near. A position from before that place shows no move.
 */
export function isStillAt(still: StillPlace, seen: Seen): boolean {
  if (seen.at.getTime() < still.at) return true;
  if (still.inloId !== null && seen.inloId !== null) return still.inloId === seen.inloId;
  const radius = Math.max(driftMetres, still.accuracy ?? 0, seen.accuracy ?? 0);
  return metresOutside({ circle: true, radius, vertices: [still] }, seen) <= 0;
}
