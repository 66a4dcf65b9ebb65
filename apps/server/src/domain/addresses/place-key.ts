import type { Point } from '#platform/geocoding/geocoder.ts';

/** A place to five decimals, in hundred-thousandths of a degree: by it addresses are kept. */
export interface PlaceKey {
  lat: number;
  lng: number;
}

/** A place of a customer: what is known about it is for this customer alone. */
export interface CustomerPlace extends PlaceKey {
  custId: number;
}

const perDegree = 100_000;
const part = (degrees: number): number => Math.floor(degrees * perDegree + 0.5);

/** As `place_part` of the database. Null: no such place exists, or it is 0,0, which devices without a position report. */
export function placeKeyOf({ lat, lng }: Point): PlaceKey | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  const key = { lat: part(lat), lng: part(lng) };
  return key.lat === 0 && key.lng === 0 ? null : key;
}

export const pointOf = ({ lat, lng }: PlaceKey): Point => ({ lat: lat / perDegree, lng: lng / perDegree });
