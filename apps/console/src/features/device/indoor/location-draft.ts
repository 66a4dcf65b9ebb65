import { unknownStrength } from '@varde/contract/indoor-location-form';
import type { IndoorLocation, ScannedPoint } from '@varde/contract/indoor-locations';
import type { Input } from '#data/api/call.ts';

type Saved = Input<'saveIndoorLocation'>['body'];

export type PointDraft = Saved['indoorLocationDevices'][number] & Pick<ScannedPoint, 'type'>;

/** An indoor location as it is edited, and as it is saved. */
export interface LocationDraft extends Saved {
  indoorLocationDevices: PointDraft[];
}

/** A new one of a device. */
export const blankLocation = (deviId: number): LocationDraft => ({
  ...{ inloId: 0, rev: 0, deviId, custId: 0, name: '', latLng: '', address: '' },
  indoorLocationDevices: [],
});

/** A stored one, with the fields that are saved. */
export function draftOf(location: IndoorLocation): LocationDraft {
  const { inloId, rev, deviId, custId, name, latLng, address, indoorLocationDevices } = location;
  const points = indoorLocationDevices.map(({ indeId: _, ...point }) => point);
  return { inloId, rev, deviId, custId, name, latLng, address, indoorLocationDevices: points };
}

/** A point that the user types. */
export const typedPoint: PointDraft = {
  ...{ type: 'W', macAddress: '', name: '', scannedTime: null },
  ...{ signalStrength: unknownStrength, add: true },
};

/** Specification 2, section 5: a whole MAC address has more than 12 characters, since it has separators. */
const shortestMac = 13;
export const isWholeMac = (macAddress: string): boolean => macAddress.trim().length >= shortestMac;

/** Specification 2, section 5: it can be saved only with a name, a place and reference points with whole addresses. */
export const isValid = ({ name, latLng, indoorLocationDevices: points }: LocationDraft): boolean =>
  name.trim() !== '' && latLng !== '' && points.length > 0 && points.every(({ macAddress }) => isWholeMac(macAddress));

/** Specification 2, section 5: these fields decide whether something changed. */
const compared = ({ name, latLng, deviId, custId, address, indoorLocationDevices }: LocationDraft) => [
  ...[name.trim(), latLng, deviId, custId, address.trim()],
  ...indoorLocationDevices.map((point) => [point.name.trim(), point.macAddress.trim().toLowerCase()]),
];
export const hasChanged = (before: LocationDraft, now: LocationDraft): boolean =>
  JSON.stringify(compared(before)) !== JSON.stringify(compared(now));

/** Whether nothing but its name has changed, also of what does not decide whether something did: the type of a point. */
export const isRenamed = (before: LocationDraft, now: LocationDraft): boolean => {
  const { name, rev } = now;
  return hasChanged(before, now) && JSON.stringify({ ...before, name, rev }) === JSON.stringify(now);
};

/** The points with those of a scan whose addresses are not among them. */
export function withScanned(points: readonly PointDraft[], scanned: readonly ScannedPoint[]): PointDraft[] {
  const known = new Set(points.map(({ macAddress }) => macAddress.trim().toLowerCase().replaceAll('-', ':')));
  const found = scanned.filter(({ macAddress }) => !known.has(macAddress));
  return [
    ...points,
    ...found.map(({ type, macAddress, name, date: scannedTime, signalStrength }) => {
      return { type, macAddress, name, scannedTime, signalStrength, add: false };
    }),
  ];
}

interface Pin {
  lat: number;
  lng: number;
}

/** Coordinates as text with five decimals, as they are saved. */
export const latLngOf = ({ lat, lng }: Pin): string => `${lat.toFixed(5)},${lng.toFixed(5)}`;

/** The place of a saved text; null: none. */
export function pinOf(latLng: string): Pin | null {
  const [lat = NaN, lng = NaN] = latLng.split(',').map(Number);
  return latLng === '' || Number.isNaN(lat) || Number.isNaN(lng) ? null : { lat, lng };
}

/** Coordinates as people type them, with a point or a comma; null: they are none. */
export function typedLatLng(text: string): string | null {
  const [, lat = '', lng = ''] =
    /^\s*(-?\d{1,2}(?:[.,]\d+)?)(?:\s*[,;]\s*|\s+)(-?\d{1,3}(?:[.,]\d+)?)\s*$/.exec(text) ?? [];
  const pin = { lat: Number(lat.replace(',', '.')), lng: Number(lng.replace(',', '.')) };
  return lat !== '' && Math.abs(pin.lat) <= 90 && Math.abs(pin.lng) <= 180 ? latLngOf(pin) : null;
}
