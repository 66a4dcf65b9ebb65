import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { dehaIdField, idField } from './filters.ts';
import { defaultGeofences, geofenceForm } from './geofence-form.ts';
import { routes } from './routes.ts';

const params = z.object({ custId: idField, dehaId: dehaIdField });

const response = z.object({
  custId: z.number(),
  dehaId: z.number(),
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
    'Save the standard fences of a customer for a type of device: each device of it gets copies when it is given to the customer, and keeps what it has until then',
  permission: 'CUSTOMER_GEOFENCE',
  params,
  body: z.object({ geofences: defaultGeofences }),
  response,
});

export const defaultGeofenceCalls = { getDefaultGeofences, saveDefaultGeofences };
