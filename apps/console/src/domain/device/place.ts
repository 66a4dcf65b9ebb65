import type { TimeFormats } from '#ui/time-format.ts';

interface Placed {
  place: string | null;
  posLati: number | null;
  posLong: number | null;
  /** With commas; null: there is none, or nobody has looked it up. */
  address?: string | null;
}

/** Decimals of displayed coordinates (specification 2, section 9). */
const digits = 5;

/** The name of a beacon and the address, as far as they are known; empty: neither is. */
export const placeInWords = ({ place, address }: Pick<Placed, 'place' | 'address'>): string =>
  [place, address].filter(Boolean).join(', ');

/** A place in words, else its coordinates; null when unknown. */
export const formatPlace = (placed: Placed, formats: TimeFormats): string | null =>
  placeInWords(placed) || formatCoordinates(placed, formats);

/** Null: unknown. */
export function formatCoordinates({ posLati, posLong }: Placed, formats: TimeFormats): string | null {
  if (posLati === null || posLong === null) return null;
  return `${formats.coordinate(posLati, digits)}, ${formats.coordinate(posLong, digits)}`;
}
