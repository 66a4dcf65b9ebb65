import { type MarketId, zipCode } from '@varde/catalogue/markets';
import { organisationNumber } from '@varde/catalogue/organisation-number';
import * as z from 'zod/mini';
import { type Address, addressSchema, idInBody, lineField, marketField, neededLine } from './fields.ts';

/** What is written by the forms of a record: bodies of calls, which the console checks a form by before it sends it. */

/** Languages that the console and the mails have. */
export const userLanguages = ['nb', 'en'] as const;
export const userThemes = ['light', 'dark', 'auto'] as const;

/** What people write about themselves. */
export const profileForm = z.object({
  firstName: neededLine(80),
  lastName: neededLine(80),
  /** With or without country code, with spaces; empty: no number. */
  mobile: lineField(25).check(z.regex(/^(\+?[\d ]{5,25})?$/)),
  language: z.enum(userLanguages),
  /** Null: as this browser has it. */
  theme: z.nullable(z.enum(userThemes)),
});

/** What is written about a user. */
export const userForm = z.object({
  firstName: neededLine(80),
  lastName: neededLine(80),
  mobile: z.nullable(lineField(40)),
  language: z.enum(userLanguages),
  custId: z.nullable(idInBody),
  /** A moment as Unix milliseconds. */
  temporaryUntil: z.nullable(z.int().check(z.minimum(0), z.maximum(7_258_118_400_000))),
});

/** What is written about a customer, before `normalise`. */
export const customerDetails = z.object({
  firmName: neededLine(120),
  market: marketField,
  orgNumber: z.nullable(lineField(20)),
  reference: z.nullable(lineField(120)),
  address: z.nullable(addressSchema),
  billingAddress: z.nullable(addressSchema),
  defaultAhp: z.nullable(idInBody),
});

/** What is written about a customer. Numbers and zip codes are stored without spaces. */
export const customerForm = z.pipe(customerDetails, z.transform(normalise));

type Checked = {
  market: MarketId;
  orgNumber: string | null;
  address: Address | null;
  billingAddress: Address | null;
};

/** Numbers and zip codes as they are stored; a value that is invalid in its market is refused at its field. */
export function normalise<Body extends Checked>(body: Body, { issues }: z.core.ParsePayload): Body {
  const refuse = (path: string[]) =>
    issues.push({ code: 'custom', path, message: 'is not one of this market', input: body });
  const address = (key: 'address' | 'billingAddress') => {
    const given = body[key];
    const zip = given && zipCode(body.market, given.zip);
    if (given && zip === null) refuse([key, 'zip']);
    return given && zip ? { ...given, zip } : given;
  };
  const orgNumber = body.orgNumber ? organisationNumber(body.market, body.orgNumber) : null;
  if (body.orgNumber && orgNumber === null) refuse(['orgNumber']);
  return { ...body, orgNumber, address: address('address'), billingAddress: address('billingAddress') };
}
