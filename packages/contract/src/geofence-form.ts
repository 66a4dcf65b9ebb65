import { geofenceLimits, meetsItself } from '@varde/catalogue/geofences';
import * as z from 'zod/mini';
import { idInBody, neededLine } from './fields.ts';

/** Hour × 100, 0 to 2300. */
const hourField = z.int().check(z.minimum(0), z.maximum(2300), z.multipleOf(100));

const vertexField = z.object({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
});

const { nameLength, radius, vertices, delayMinutes } = geofenceLimits;

const fields = z.object({
  /** 0: a new one. */
  id: z.int().check(z.nonnegative(), z.maximum(2_147_483_647)),
  /** A name that the device has already gets a number. */
  name: neededLine(nameLength),
  enabled: z.boolean(),
  /** It counts within its hours only. */
  enabledTime: z.boolean(),
  enabledTimeFrom: hourField,
  /** 0: the end of the day. */
  enabledTimeTo: hourField,
  /** Metres; of other kinds than a circle 0. */
  radius: z.int().check(z.minimum(0), z.maximum(radius.max)),
  /** One of them is true. */
  polygon: z.boolean(),
  circle: z.boolean(),
  indoor: z.boolean(),
  /** Degrees WGS 84; of a circle its centre; of an indoor fence none. */
  vertices: z.array(vertexField).check(z.maxLength(vertices.max)),
  /** The indoor locations of an indoor fence. */
  inloIds: z.array(idInBody).check(z.maxLength(geofenceLimits.indoorLocations)),
  /** Minutes outside before the alarm; 0: those of the device's settings. */
  delayMinutes: z.int().check(z.minimum(0), z.maximum(delayMinutes)),
  /** Its alarm is told by a call as well, to receivers with a telephone number. */
  alertByCall: z.boolean(),
  share: z.boolean(),
  /** The customer whose devices may reuse it; null without `share`. */
  sharedCustId: z.nullable(idInBody),
});

/** The editable fields of a geofence. */
export const geofenceForm = fields.check(
  z.refine(({ circle, polygon, indoor }) => [circle, polygon, indoor].filter(Boolean).length === 1, {
    path: ['circle'],
    error: 'circle, polygon or indoor',
  }),
  z.refine((fence) => !fence.circle || fence.vertices.length === 1, {
    path: ['vertices'],
    error: 'a circle has one vertex',
  }),
  z.refine((fence) => !fence.circle || fence.radius >= radius.min, {
    path: ['radius'],
    error: `a circle has a radius of at least ${radius.min} m`,
  }),
  z.refine((fence) => !fence.polygon || fence.vertices.length >= vertices.min, {
    path: ['vertices'],
    error: `a polygon has at least ${vertices.min} vertices`,
  }),
  z.refine((fence) => !fence.polygon || fence.vertices.length > vertices.max || !meetsItself(fence.vertices), {
    path: ['vertices'],
    error: 'the border of a polygon does not meet itself',
  }),
  z.refine((fence) => fence.indoor === fence.inloIds.length > 0, {
    path: ['inloIds'],
    error: 'an indoor fence has indoor locations, and no other',
  }),
  z.refine((fence) => !fence.indoor || (fence.radius === 0 && fence.vertices.length === 0 && !fence.share), {
    path: ['indoor'],
    error: 'an indoor fence has no radius and no vertices, and is not shared',
  }),
  z.refine(({ share, sharedCustId }) => share === (sharedCustId !== null), {
    path: ['sharedCustId'],
    error: 'share names its customer',
  }),
);
export type GeofenceForm = z.output<typeof geofenceForm>;

/**
 * The standard fences of a customer for a type of device, whose area is known before there is a device; null: those of the
 * customer above.
 */
export const defaultGeofences = z.nullable(
  z.array(geofenceForm).check(
    z.maxLength(geofenceLimits.fences),
    z.refine((fences) => fences.every(({ id, indoor, share }) => id === 0 && !indoor && !share), {
      error: 'a standard fence is new, a circle or polygon, and not shared',
    }),
    z.refine((fences) => new Set(fences.map(({ name }) => name)).size === fences.length, { error: 'names differ' }),
  ),
);
