import type { LatLng } from '@varde/catalogue/geofences';

/** Decimals of coordinates (specification 2, section 9). */
const digits = 5;

/** `59.91390, 10.75220` */
export const coordinateText = ({ lat, lng }: LatLng): string => `${lat.toFixed(digits)}, ${lng.toFixed(digits)}`;

/** Latitude and longitude on each line, as maps write them; null when a line is something else. */
export function coordinatesIn(text: string): LatLng[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.flatMap((line) => {
    const [, first, second] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(line) ?? [];
    const [lat, lng] = [Number(first), Number(second)];
    return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? [rounded({ lat, lng })] : [];
  });
  return read.length === lines.length ? read : null;
}

const toDigits = (degrees: number): number => Number(degrees.toFixed(digits));

/** A place with the decimals that are kept. */
export const rounded = ({ lat, lng }: LatLng): LatLng => ({ lat: toDigits(lat), lng: toDigits(lng) });
