import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { dehaIdField, idField } from './filters.ts';
import { defaultGeofences, geofenceForm } from './geofence-form.ts';
import { routes } from './routes.ts';

const params = z.object({ custId: idField, dehaId: dehaIdField });

const response = z.object({
  custId: z.number(),
  dehaId: z.number(),
  /** Changes whenever somebody saves other fences; 0: the customer has none of its own. */
  rev: z.number(),
  /** The name of who saved them last; null: unknown. */
  changedBy: z.string().nullable(),
  /** Of the customer itself; null: those of the customer above. */
  geofences: z.array(geofenceForm).nullable(),
  /** Of the nearest customer above that has some; null: none has. */
  inherited: z.object({ geofences: z.array(geofenceForm), customerName: z.string() }).nullable(),
  changeable: z.boolean(),
});

export const getDefaultGeofences = defineEndpoint({
  ...routes.getDefaultGeofences,
  summary: 'The standard fences of a customer for a type of device, and those that it inherits',
  permission: 'CUSTOMER_GEOFENCE',
  params,
  response,
});

const saveDefaultGeofences = defineEndpoint({
  ...routes.saveDefaultGeofences,
  maxBodyBytes: 256 * 1024,
  summary:
    'Save the standard fences of a customer for a type of device: each device of it gets copies when it is given to the customer, and keeps what it has until then. `geofenceChanged` tells who has changed them since `rev`, with the path `changedBy`',
  permission: 'CUSTOMER_GEOFENCE',
  params,
  body: z.object({
    geofences: defaultGeofences,
    /** Of the fences as they were read; absent: they are saved whatever somebody else has changed. */
    rev: z.int().nonnegative().optional(),
  }),
  response,
});

export const defaultGeofenceCalls = { getDefaultGeofences, saveDefaultGeofences };
