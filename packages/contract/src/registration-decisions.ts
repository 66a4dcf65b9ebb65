import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { addressSchema, neededLine, pageQuery } from './fields.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

/** A firm that has registered and confirmed its address, and awaits an administrator. Times are Unix milliseconds. */
export const waitingRegistrationSchema = z.object({
  registrationId: z.number(),
  firmName: z.string(),
  orgNumber: z.string(),
  reference: z.string().nullable(),
  address: z.nullable(addressSchema),
  billingAddress: z.nullable(addressSchema),
  /** The future administrator of the firm. */
  firstName: z.string(),
  lastName: z.string(),
  mobile: z.string(),
  username: z.string(),
  createdAt: z.number(),
  confirmedAt: z.number(),
  /** The customer that has this organisation number; null: none. */
  sameNumber: z.object({ custId: z.number(), firmName: z.string() }).nullable(),
});
export type WaitingRegistration = z.output<typeof waitingRegistrationSchema>;

const params = z.object({ registrationId: idField });

const listRegistrations = defineEndpoint({
  ...routes.listRegistrations,
  summary: 'Firms that wait for a decision, the longest waiting first, and how many there are',
  permission: 'ACTIVATE',
  query: z.object(pageQuery),
  response: z.object({
    registrations: z.array(waitingRegistrationSchema),
    total: z.number(),
    nextCursor: z.string().nullable(),
  }),
});

const approveRegistration = defineEndpoint({
  ...routes.approveRegistration,
  summary: 'Make a waiting registration a customer with its first user, who is notified by mail',
  permission: 'ACTIVATE',
  params,
  response: z.object({ custId: z.number() }),
});

const rejectRegistration = defineEndpoint({
  ...routes.rejectRegistration,
  summary: 'Delete a waiting registration, and mail the reason to the applicant',
  permission: 'ACTIVATE',
  params,
  body: z.object({ reason: neededLine(500) }),
  response: z.object({}),
});

export const registrationDecisionCalls = { listRegistrations, approveRegistration, rejectRegistration };
