import type { TimeFormats } from '#ui/time-format.ts';

interface Placed {
  place: string | null;
  posLati: number | null;
  posLong: number | null;
}

/** Decimals that coordinates are shown with (specification 2, section 9). */
const digits = 5;

/** A place in words: what a beacon names, else coordinates; null where nothing is known. */
export function formatPlace({ place, posLati, posLong }: Placed, formats: TimeFormats): string | null {
  if (place) return place;
  if (posLati === null || posLong === null) return null;
  return `${formats.coordinate(posLati, digits)}, ${formats.coordinate(posLong, digits)}`;
}
