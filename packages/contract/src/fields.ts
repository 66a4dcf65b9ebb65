import { enteredCode, enteredDeviceNumber, enteredText } from '@varde/catalogue/entered-text';
import { markets } from '@varde/catalogue/markets';
import { type Policy, policies, type Role, roles, rolesEverywhere } from '@varde/catalogue/permissions';
import * as z from 'zod/mini';

// `zod/mini`, because the console loads these fields with the forms that validate by them.

/** An id in a body. */
export const idInBody = z.int().check(z.positive(), z.maximum(2_147_483_647));

/** Typed text of any number of lines, as `enteredText` reads it. */
export const textField = (max: number) => z.string().check(z.overwrite(enteredText), z.trim(), z.maxLength(max));

/** Control characters, in a form that every dialect of regular expressions has. */
const noControls = /^[ -~\u00a0-\uffff]*$/;

/** One line of typed text, without controls. */
export const lineField = (max: number) => textField(max).check(z.regex(noControls));

/** A line that must not be empty, nor look empty: at least one character of it is to be seen. */
export const neededLine = (max: number) => lineField(max).check(z.minLength(1), z.refine(isSeen, 'is not to be seen'));

const isSeen = (text: string): boolean => /^$|[^\p{Z}\p{Cf}\p{DI}\p{M}\u2800]/u.test(text);

/** What identifies somebody or something, as `enteredCode` reads it: a serial number, a telephone number, an address. */
export const codeField = (max: number) =>
  z.string().check(z.overwrite(enteredCode), z.maxLength(max), z.regex(noControls));
export const neededCode = (max: number) => codeField(max).check(z.minLength(1));

/** The telephone number of a device, in international form however it is typed; empty: none. */
export const numberField = z.string().check(z.overwrite(enteredDeviceNumber), z.regex(/^(\+[0-9]{6,20})?$/));

/** An e-mail address, which is also the username: in lower case. */
export const emailField = codeField(254).check(z.toLowerCase(), z.email());

/** A password, as it was typed: where it is compared, it is the same however its letters were composed. */
export const passwordField = z.string().check(z.minLength(1), z.maxLength(1024));

const roleOf = (keys: readonly Role[]) => z.enum(keys as [Role, ...Role[]]);
const roleKeys = roles.map(({ key }) => key);

/** The catalogue's roles and policies. */
export const roleField = roleOf(roleKeys);
/** The roles to which customers give policies: those that reach all customers get nothing from one of them. */
export const customerRoleField = roleOf(roleKeys.filter((role) => !rolesEverywhere.has(role)));
export const policyField = z.enum(Object.keys(policies) as [Policy, ...Policy[]]);

export const marketField = z.literal(markets.map(({ id }) => id));

/** A postal address. The market decides whether the zip code is valid. */
export const addressSchema = z.object({
  address1: neededLine(120),
  address2: z._default(lineField(120), ''),
  zip: neededCode(12),
  city: neededLine(80),
});
export type Address = z.output<typeof addressSchema>;

/** The start and the size of a page of a list. */
export const pageQuery = {
  cursor: z.optional(z.string().check(z.maxLength(400))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 200),
};

/** The query of a call that finds people or customers by a part of their name. */
export const nameSearch = { search: z.optional(textField(100)) };

/** What the answer of such a call has beside what was found. */
export const foundByName = {
  /** There are more: search for them. */
  more: z.boolean(),
};
