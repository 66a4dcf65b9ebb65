import { z } from 'zod';
import { deviceParams, placeSchema } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { receiverChannels } from './event-setup-form.ts';
import { idField } from './filters.ts';
import { geofenceForm } from './geofence-form.ts';
import { routes } from './routes.ts';

/** A geofence of a device's present wearer. */
export const geofenceSchema = z.object({
  id: z.number(),
  /** Changes whenever somebody saves it with another content. */
  rev: z.number(),
  /** The name of who saved it last; null: unknown. */
  changedBy: z.string().nullable(),
  deviId: z.number(),
  name: z.string(),
  /** Metres; of other kinds than a circle 0. */
  radius: z.number(),
  enabled: z.boolean(),
  /** Where the wearer is, by the last position that told; null: unknown, or hidden from callers without the map. */
  status: z.enum(['inside', 'outside']).nullable(),
  /** When the wearer was last seen outside, Unix milliseconds; null as above. */
  lastKnownOutside: z.number().nullable(),
  /** The vertices as text. */
  posPath: z.string(),
  /** The alarm was raised, and the wearer is not back. */
  notified: z.boolean(),
  /** Hour × 100, by the clock of the customer's market. */
  enabledTimeFrom: z.number(),
  /** 0: the end of the day. */
  enabledTimeTo: z.number(),
  /** It counts within these hours only. */
  enabledTime: z.boolean(),
  share: z.boolean(),
  /** Devices of this customer, and of those below it, may reuse it. */
  sharedCustId: z.number().nullable(),
  /** Degrees WGS 84; of a circle its centre. */
  vertices: z.array(z.object({ lat: z.number(), lng: z.number() })),
  polygon: z.boolean(),
  circle: z.boolean(),
  indoor: z.boolean(),
  /** The indoor locations of an indoor fence. */
  inloIds: z.array(z.number()),
  /** The caller may change and delete it. */
  editEnabled: z.boolean(),
  /** Minutes outside before the alarm; 0: those of the device's settings. */
  delayMinutes: z.number(),
  /** Its alarm is told by a call as well. */
  alertByCall: z.boolean(),
  /** Its place among the fences of the device, oldest first, from 0. */
  index: z.number(),
  /** It was copied from the standard settings of a customer. */
  copy: z.boolean(),
});
export type Geofence = z.output<typeof geofenceSchema>;

const fenceParams = deviceParams.extend({ geofenceId: idField });

/** An indoor location that a fence may consist of. */
const indoorChoice = z.object({ inloId: z.number(), name: z.string() });

/** A fence that others share, to be reused: what is known of its own wearer is left out. */
export const globalGeofenceSchema = geofenceSchema.omit({
  rev: true,
  changedBy: true,
  deviId: true,
  status: true,
  lastKnownOutside: true,
  notified: true,
  editEnabled: true,
  index: true,
  copy: true,
});
export type GlobalGeofence = z.output<typeof globalGeofenceSchema>;

const listGeofences = defineEndpoint({
  ...routes.listGeofences,
  summary: 'The geofences of a device',
  permission: 'DEVICE_GEOFENCE',
  params: deviceParams,
  response: z.object({
    geofences: z.array(geofenceSchema),
    /** `add`: the caller may add one; `map`: see where the device is. */
    abilities: z.array(z.enum(['add', 'map'])),
    /** Channels without a provider, which an administrator of Varde sets up: calls on them wait. */
    unavailable: z.array(z.enum(receiverChannels)),
  }),
});

const listGlobalGeofences = defineEndpoint({
  ...routes.listGlobalGeofences,
  summary: 'The geofences that are shared with the customer of a device, or with one above it',
  permission: 'DEVICE_GEOFENCE',
  params: deviceParams,
  response: z.object({ geofences: z.array(globalGeofenceSchema) }),
});

const listGeofenceIndoorLocations = defineEndpoint({
  ...routes.listGeofenceIndoorLocations,
  summary: 'The indoor locations that a geofence of a device may consist of, by name',
  permission: 'DEVICE_GEOFENCE',
  params: deviceParams,
  response: z.object({ indoorLocations: z.array(indoorChoice) }),
});

const listGeofenceCustomers = defineEndpoint({
  ...routes.listGeofenceCustomers,
  summary:
    'The customers that the caller may share a geofence of a device with: its own and those above, that of the device first',
  permission: 'DEVICE_GEOFENCE',
  params: deviceParams,
  response: z.object({
    /** The owner of the device. */
    custId: z.number(),
    customers: z.array(z.object({ custId: z.number(), firmName: z.string() })),
  }),
});

const saveGeofence = defineEndpoint({
  ...routes.saveGeofence,
  summary:
    'Add a geofence (`id` 0) or change one. `geofenceChanged` tells who has changed it since `rev`, with the path `changedBy`',
  permission: 'DEVICE_GEOFENCE',
  params: deviceParams,
  body: z.object({
    geofence: geofenceForm,
    /** Of the fence as it was read; absent: it is saved whatever somebody else has changed. */
    rev: z.int().nonnegative().optional(),
  }),
  response: geofenceSchema,
});

const deleteGeofence = defineEndpoint({
  ...routes.deleteGeofence,
  summary: 'Delete a geofence. `geofenceChanged` tells who has changed it since `rev`, with the path `changedBy`',
  permission: 'DEVICE_GEOFENCE',
  params: fenceParams,
  query: z.object({
    /** Of the fence as it was read; absent: it is deleted whatever somebody else has changed. */
    rev: z.coerce.number().int().nonnegative().optional(),
  }),
  response: z.object({}),
});

const getGeofenceDistance = defineEndpoint({
  ...routes.getGeofenceDistance,
  summary: 'How far the last position of a device is from the border of a geofence',
  permission: 'DEVICE_GEOFENCE',
  params: fenceParams,
  response: z.object({
    /** Metres: positive outside, negative inside; null: no position is known. */
    distance: z.number().nullable(),
    /** Of the position, Unix milliseconds. */
    posTime: z.number().nullable(),
  }),
});

const getGeofencePosition = defineEndpoint({
  ...routes.getGeofencePosition,
  summary: 'The last position of a device, for the map of its geofences',
  permission: 'DEVICE_GEOFENCE',
  params: deviceParams,
  response: placeSchema,
});

export const geofenceCalls = {
  listGeofences,
  listGlobalGeofences,
  listGeofenceIndoorLocations,
  listGeofenceCustomers,
  getGeofencePosition,
  saveGeofence,
  deleteGeofence,
  getGeofenceDistance,
};
