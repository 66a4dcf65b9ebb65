import type { TimeFormats } from '#ui/time-format.ts';

interface Placed {
  place: string | null;
  posLati: number | null;
  posLong: number | null;
}

/** Decimals of displayed coordinates (specification 2, section 9). */
const digits = 5;

/** A place in words: the name of a beacon, else coordinates; null when unknown. */
export function formatPlace({ place, posLati, posLong }: Placed, formats: TimeFormats): string | null {
  if (place) return place;
  if (posLati === null || posLong === null) return null;
  return `${formats.coordinate(posLati, digits)}, ${formats.coordinate(posLong, digits)}`;
}
