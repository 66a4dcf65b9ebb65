import { customerKinds } from '@varde/catalogue/customer-kinds';
import { z } from 'zod';
import { alarmCentreForm } from './alarm-centre-form.ts';
import { defineEndpoint } from './endpoint.ts';
import { addressSchema, idInBody, marketField, pageQuery } from './fields.ts';
import { customerFilterFields, idField } from './filters.ts';
import { customerDetails, normalise } from './forms.ts';
import { nationalIntegrationForm } from './national-integration-form.ts';
import { routes } from './routes.ts';

/** `receiveDevices`: the caller may hand devices over to it. */
export const customerAbilities = ['edit', 'addBelow', 'move', 'coupons', 'receiveDevices'] as const;
const kindField = z.enum(customerKinds.map(({ key }) => key));
const customerName = z.object({ custId: z.number(), firmName: z.string() });

/** A customer as a line of a list or a tree. */
export const customerRowSchema = z.object({
  custId: z.number(),
  /** Null for a root, and when its parent is outside the caller's scope. */
  parentId: z.number().nullable(),
  kind: kindField,
  firmName: z.string(),
  market: marketField,
  orgNumber: z.string().nullable(),
  /** Its ancestors, from the topmost that the caller sees. */
  above: z.array(customerName),
  /** Directly below. */
  childCount: z.number(),
  /** Of the customer itself, not of those below. */
  deviceCount: z.number(),
  abilities: z.array(z.enum(customerAbilities)),
});
export type CustomerRow = z.output<typeof customerRowSchema>;

export const customerSchema = customerRowSchema.extend({
  reference: z.string().nullable(),
  address: z.nullable(addressSchema),
  billingAddress: z.nullable(addressSchema),
  /** 1: Norway. */
  countryId: z.number(),
  /** The alarm centre chosen here; null: inherited. */
  defaultAhp: z.number().nullable(),
  /** The effective alarm centre, and the customer that chose it; null: no alarm centre. */
  alarmCentre: customerName.extend({ chosenBy: z.number(), takesAlarms: z.boolean() }).nullable(),
  /** Of an alarm centre: what it says about itself; null: the customer is none. */
  centre: z.object({ takesAlarms: z.boolean(), answerSeconds: z.number(), orderUrl: z.string().nullable() }).nullable(),
  /** The effective image: the customer's own, or that of the nearest customer above; null: no image. */
  image: z.object({ own: z.boolean(), version: z.number() }).nullable(),
  createdAt: z.number(),
});
export type Customer = z.output<typeof customerSchema>;

const customerParams = z.object({ custId: idField });

const listCustomers = defineEndpoint({
  ...routes.listCustomers,
  summary:
    'Customers by name: those below `parentId`, without it the topmost that the caller sees; with `search` wherever they stand',
  permission: 'SUB_ORGS',
  query: z.object({
    parentId: z.optional(idField),
    ...customerFilterFields,
    ...pageQuery,
  }),
  response: z.object({
    customers: z.array(customerRowSchema),
    nextCursor: z.string().nullable(),
    /** The kinds that the caller may add at the top of the tree. */
    rootKinds: z.array(kindField),
  }),
});

const getCustomer = defineEndpoint({
  ...routes.getCustomer,
  summary: 'Everything about a customer',
  permission: 'SUB_ORGS',
  params: customerParams,
  response: customerSchema,
});

const createCustomer = defineEndpoint({
  ...routes.createCustomer,
  summary: 'Add a customer below another one, or at the top of the tree',
  permission: 'EDIT_SUB_ORGS',
  body: z.object({ ...customerDetails.shape, kind: kindField, parentId: z.nullable(idInBody) }).transform(normalise),
  response: customerSchema,
});

const updateCustomer = defineEndpoint({
  ...routes.updateCustomer,
  summary: 'Change what is known of a customer',
  permission: 'EDIT_SUB_ORGS',
  params: customerParams,
  body: z.object(customerDetails.shape).transform(normalise),
  response: customerSchema,
});

const moveCustomer = defineEndpoint({
  ...routes.moveCustomer,
  summary: 'Put a customer with everything below it somewhere else in the tree',
  permission: 'EDIT_SUB_ORGS',
  params: customerParams,
  body: z.object({ parentId: z.nullable(idInBody) }),
  response: customerSchema,
});

const saveAlarmCentre = defineEndpoint({
  ...routes.saveAlarmCentre,
  summary: 'Change whether an alarm centre takes alarms, and where private customers order its service',
  permission: 'EDIT_SUB_ORGS',
  params: customerParams,
  body: z.object(alarmCentreForm.shape),
  response: customerSchema,
});

const listAlarmCentres = defineEndpoint({
  ...routes.listAlarmCentres,
  summary: 'The alarm centres that a customer can choose as its own',
  permission: 'EDIT_SUB_ORGS',
  response: z.object({ alarmCentres: z.array(customerName) }),
});

const nationalIntegrationSchema = z.object({ nationalUuid: z.string().nullable(), mayEdit: z.boolean() });

const getNationalIntegration = defineEndpoint({
  ...routes.getNationalIntegration,
  summary: 'The number of a customer in the national integration',
  permission: 'EDIT_NATIONAL_INTEGRATION_UUID',
  params: customerParams,
  response: nationalIntegrationSchema,
});

const saveNationalIntegration = defineEndpoint({
  ...routes.saveNationalIntegration,
  summary: 'Change the number of a customer in the national integration',
  permission: 'EDIT_NATIONAL_INTEGRATION_UUID',
  params: customerParams,
  body: z.object(nationalIntegrationForm.shape),
  response: nationalIntegrationSchema,
});

const addressLookupChoices = ['inherited', 'allowed', 'forbidden'] as const;

const addressLookupSchema = z.object({
  /** Set for this customer; `inherited`: as the customer above says, at the top `allowed`. */
  own: z.enum(addressLookupChoices),
  /** What it is where it is inherited. */
  above: z.enum(['allowed', 'forbidden']),
  mayEdit: z.boolean(),
});

const getAddressLookup = defineEndpoint({
  ...routes.getAddressLookup,
  summary: 'Whether places of a customer may be told to an address service',
  permission: 'SUB_ORGS',
  params: customerParams,
  response: addressLookupSchema,
});

const saveAddressLookup = defineEndpoint({
  ...routes.saveAddressLookup,
  summary: 'Allow or forbid that places of a customer are told to an address service, also for those below it',
  permission: 'SUB_ORGS',
  params: customerParams,
  body: z.object({ own: z.enum(addressLookupChoices) }),
  response: addressLookupSchema,
});

export const customerCalls = {
  listCustomers,
  getCustomer,
  createCustomer,
  updateCustomer,
  moveCustomer,
  listAlarmCentres,
  saveAlarmCentre,
  getNationalIntegration,
  saveNationalIntegration,
  getAddressLookup,
  saveAddressLookup,
};
