import { enteredCode, enteredMac } from '@varde/catalogue/entered-text';
import * as z from 'zod/mini';
import { lineField, neededLine } from './fields.ts';

/** The most characters of the name of an indoor location, of its address, and of a reference point's name. */
export const indoorLengths = { name: 60, address: 120, point: 60 } as const;

/** Reference points of one indoor location. */
export const mostReferencePoints = 100;

/** The strength of a reference point that was never heard, dBm. */
export const unknownStrength = -120;

/** Coordinates as the text `lat,lng` with five decimals, degrees WGS 84. */
export const latLngField = z
  .string()
  .check(
    z.overwrite(enteredCode),
    z.regex(/^-?\d{1,2}\.\d{5},-?\d{1,3}\.\d{5}$/),
    z.refine(isOnEarth, 'is no place on earth'),
  );

function isOnEarth(text: string): boolean {
  const [lat = NaN, lng = NaN] = text.split(',').map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

/** A MAC address as labels, phones and routers write it: lower-case hex with colons when it is read. */
export const macField = z.string().check(z.overwrite(enteredMac), z.regex(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/));

/** `W` is WiFi, and any other type Bluetooth: it is read as `B`. */
const pointTypeField = z.pipe(
  neededLine(20),
  z.transform((type): 'W' | 'B' => (type === 'W' ? 'W' : 'B')),
);

/** A reference point as it is saved. */
const pointForm = z.object({
  type: pointTypeField,
  macAddress: macField,
  name: lineField(indoorLengths.point),
  /** When it was heard in a scan, Unix milliseconds; null: it was typed. */
  scannedTime: z.nullable(z.int().check(z.minimum(0), z.maximum(7_258_118_400_000))),
  /** dBm in that scan. */
  signalStrength: z._default(z.int().check(z.minimum(unknownStrength), z.maximum(0)), unknownStrength),
  /** A user typed it. */
  add: z.boolean(),
});

const numberOrNone = z.int().check(z.nonnegative(), z.maximum(2_147_483_647));

const named = { name: neededLine(indoorLengths.name) };
/** `rev`: as it was read; absent: it is renamed whatever somebody else has changed meanwhile. */
export const indoorNameForm = z.object({ ...named, rev: z.optional(numberOrNone) });

/** An indoor location as it is saved: valid only with a name, a place on the map and a reference point. */
export const indoorLocationForm = z.object({
  /** 0: a new one. */
  inloId: numberOrNone,
  /** As it was read; 0 for a new one. */
  rev: numberOrNone,
  /** The device that it belongs to, or is bound to; 0: none. */
  deviId: numberOrNone,
  /** The customer that it is shared with; 0: it is the device's own. */
  custId: numberOrNone,
  ...named,
  latLng: latLngField,
  address: lineField(indoorLengths.address),
  indoorLocationDevices: z
    .array(pointForm)
    .check(z.minLength(1), z.maxLength(mostReferencePoints), z.refine(isDistinct, 'has an address twice')),
});

function isDistinct(points: readonly { macAddress: string }[]): boolean {
  return new Set(points.map(({ macAddress }) => macAddress)).size === points.length;
}
