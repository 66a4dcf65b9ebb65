import { markets } from '@varde/catalogue/markets';
import { type Policy, policies, type Role, roles } from '@varde/catalogue/permissions';
import * as z from 'zod/mini';

// `zod/mini`, because the console loads these fields with the forms that validate by them.

/** An id in a body. */
export const idInBody = z.int().check(z.positive(), z.maximum(2_147_483_647));

/**
 * One line of typed text. Without controls, and without those of its direction: one that is left open turns round what
 * follows it in a row or a message.
 */
export const lineField = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u));

/** A line that must not be empty, nor look empty: at least one character of it is to be seen. */
export const neededLine = (max: number) =>
  lineField(max).check(z.minLength(1), z.regex(/^$|[^\p{Z}\p{Cf}\p{DI}\p{M}\u2800]/u));

/** An e-mail address, which is also the username: in lower case. */
export const emailField = z.pipe(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), z.email());

/** The catalogue's roles and policies. */
export const roleField = z.enum(roles.map(({ key }) => key) as [Role, ...Role[]]);
export const policyField = z.enum(Object.keys(policies) as [Policy, ...Policy[]]);

export const marketField = z.literal(markets.map(({ id }) => id));

/** A postal address. The market decides whether the zip code is valid. */
export const addressSchema = z.object({
  address1: neededLine(120),
  address2: z._default(lineField(120), ''),
  zip: neededLine(12),
  city: neededLine(80),
});
export type Address = z.output<typeof addressSchema>;

/** The start and the size of a page of a list. */
export const pageQuery = {
  cursor: z.optional(z.string().check(z.maxLength(400))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 200),
};

/** The query of a call that finds people or customers by a part of their name. */
export const nameSearch = { search: z.optional(z.string().check(z.maxLength(100))) };

/** What the answer of such a call has beside what was found. */
export const foundByName = {
  /** There are more: search for them. */
  more: z.boolean(),
};
