import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { neededCode, policyField, roleField } from './fields.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

const customerName = z.object({ custId: z.number(), firmName: z.string() });

/** In the order of evaluation, with the words of the catalogue's `explain`. */
export const accessReasons = [
  'trackerOnly',
  'everywhere',
  'role',
  'rolePolicy',
  'rolePolicyToLook',
  'takenBack',
  'tooLittleInformation',
  'noRoleWithIt',
  'noRoleHere',
] as const;

const accessSchema = z.object({
  policy: policyField,
  allowed: z.boolean(),
  reason: z.enum(accessReasons),
  /** The role that gives it, or would give it; null: no role. */
  role: z.nullable(roleField),
  /** Its scope: at a customer, everywhere, or at a customer that the caller does not see. */
  heldAt: z.union([customerName, z.enum(['everywhere', 'elsewhere'])]).nullable(),
  /** The customer whose role policy decides, or a marker that the caller does not see it; null: none does. */
  saidBy: z.union([customerName, z.literal('elsewhere')]).nullable(),
});
export type Access = z.output<typeof accessSchema>;

export const explainAccess = defineEndpoint({
  ...routes.explainAccess,
  summary: 'Which policies a user has for a customer, or for a device by its serial number, and why or why not',
  permission: 'USER_PRIVILEGES_READ',
  params: z.object({ userId: idField }),
  query: z
    .object({ custId: z.optional(idField), serial: z.optional(neededCode(100)) })
    .refine(({ custId, serial }) => (custId === undefined) !== (serial === undefined), {
      path: ['custId'],
      message: 'a customer or a serial number, and not both',
    }),
  response: z.object({
    customer: customerName,
    /** The requested device; null: a customer was requested. */
    device: z.object({ deviId: z.number(), deviceName: z.string(), deviceSNNum: z.string() }).nullable(),
    policies: z.array(accessSchema),
  }),
});
