import { informationValues } from '@varde/catalogue/permissions';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { customerRoleField, policyField, roleField } from './fields.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

const statusField = z.enum(['active', 'inactive']);
const informationField = z.enum(informationValues).nullable();

export const rolePolicySchema = z.object({
  role: roleField,
  policy: policyField,
  status: statusField,
  information: informationField,
  /** The customer that sets it: this one or an ancestor. */
  saidBy: z.object({ custId: z.number(), firmName: z.string() }),
});
export type RolePolicy = z.output<typeof rolePolicySchema>;

const response = z.object({
  custId: z.number(),
  firmName: z.string(),
  /** The effective role policies at this customer: for each role and policy the nearest one up the tree. */
  rolePolicies: z.array(rolePolicySchema),
  /** Policies that the caller may give or take here: those that the caller holds at this customer and all below it. */
  changeable: z.array(policyField),
});
const params = z.object({ custId: idField });

export const getRolePolicies = defineEndpoint({
  ...routes.getRolePolicies,
  summary: 'What a customer gives to roles besides what they hold everywhere',
  permission: 'USER_PRIVILEGES_READ',
  params,
  response,
});

const saveRolePolicy = defineEndpoint({
  ...routes.saveRolePolicy,
  summary: 'Give a role a policy at a customer, take it back, or leave it to the customer above (status null)',
  permission: 'USER_PRIVILEGES_ALL',
  params,
  body: z.object({
    role: customerRoleField,
    policy: policyField,
    status: statusField.nullable(),
    information: informationField,
  }),
  response,
});

export const rolePolicyCalls = { getRolePolicies, saveRolePolicy };
