import { markets } from '@varde/catalogue/markets';
import { type Policy, policies, type Role, roles } from '@varde/catalogue/permissions';
import { z } from 'zod';

/** An id in a body. */
export const idInBody = z.int().positive().max(2_147_483_647);

/** One line of text that somebody typed. */
export const lineField = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u);

/** A line that cannot be left empty. */
export const neededLine = (max: number) => lineField(max).min(1);

/** An e-mail address, which is also what people log in with: in lower case. */
export const emailField = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** The catalogue's roles and policies. */
export const roleField = z.enum(roles.map(({ key }) => key) as [Role, ...Role[]]);
export const policyField = z.enum(Object.keys(policies) as [Policy, ...Policy[]]);

export const marketField = z.literal(markets.map(({ id }) => id));

/** A postal address. Whether the zip code is one depends on the market. */
export const addressSchema = z.object({
  address1: neededLine(120),
  address2: lineField(120).default(''),
  zip: neededLine(12),
  city: neededLine(80),
});
export type Address = z.output<typeof addressSchema>;

/** Where a page of a list begins, and how much of it. */
export const pageQuery = {
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
};
