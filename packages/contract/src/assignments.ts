import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { foundByName, idInBody, nameSearch } from './fields.ts';
import { routes } from './routes.ts';

const assignDevice = defineEndpoint({
  ...routes.assignDevice,
  summary:
    'Give a device to somebody else, at the same customer or another one: history begins anew. Refused while an alarm is open',
  permission: 'DEVICE_ORGANIZATION',
  params: deviceParams,
  body: z.object({ custId: idInBody }),
  response: z.object({
    deviId: z.number(),
    custId: z.number(),
    firmName: z.string(),
    /** Unix milliseconds. */
    beginsAt: z.number(),
  }),
});

/** A customer as the device's organisation can be chosen from. */
const organisationChoice = z.object({
  custId: z.number(),
  firmName: z.string(),
  /** The alarm centre that counts for it: its own choice, or that of the nearest customer above; null: none. */
  defaultAhp: z.number().nullable(),
  /** The customer directly above it; null for a topmost one. */
  customerId: z.number().nullable(),
  customerName: z.string().nullable(),
  /** Its depth in the tree, from 1. */
  level: z.number(),
  stock: z.boolean(),
  /** The caller may give the device to it. */
  mayReceive: z.boolean(),
});

const fetchOrganisation = defineEndpoint({
  ...routes.fetchOrganisation,
  summary:
    'The customer and the alarm centre of a device, and the customers that could have it, in the order of the tree',
  permission: 'DEVICE_ORGANIZATION',
  params: deviceParams,
  query: z.object(nameSearch),
  response: z.object({
    custId: z.number(),
    ahpId: z.number().nullable(),
    ahpName: z.string().nullable(),
    customers: z.array(organisationChoice),
    ...foundByName,
  }),
});

const saveOrganisation = defineEndpoint({
  ...routes.saveOrganisation,
  summary:
    'Give a device to another customer: history begins anew. `updateAhp`: with the alarm centre of that customer. Refused while an alarm is open',
  permission: 'DEVICE_ORGANIZATION',
  params: deviceParams,
  body: z.object({ custId: idInBody, updateAhp: z.boolean() }),
  response: z.object({ custId: z.number(), firmName: z.string(), ahpId: z.number().nullable() }),
});

export const assignmentCalls = { assignDevice, fetchOrganisation, saveOrganisation };
