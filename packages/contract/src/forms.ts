import { type MarketId, zipCode } from '@varde/catalogue/markets';
import { organisationNumber } from '@varde/catalogue/organisation-number';
import * as z from 'zod/mini';
import {
  type Address,
  addressSchema,
  codeField,
  idInBody,
  lineField,
  marketField,
  neededLine,
  textField,
} from './fields.ts';

/** Bodies of calls that write a record; the console validates its forms by them before sending. */

/** Languages that the console and the mails have. */
export const userLanguages = ['nb', 'en'] as const;
export const userThemes = ['light', 'dark', 'auto'] as const;

export const noteLength = 256;
/** The note on a device. */
export const noteForm = z.object({
  /** The number of the note that the caller has read, 0 for none. */
  id: z.int().check(z.nonnegative(), z.maximum(2_147_483_647)),
  note: textField(noteLength),
  sms: z.boolean(),
});

/** Characters (specification 2, section 5). */
export const messageLength = 20;
/** A message to a device: one line. */
export const messageForm = z.object({ message: neededLine(messageLength) });

/** A user's own profile. */
export const profileForm = z.object({
  firstName: neededLine(80),
  lastName: neededLine(80),
  /** With or without country code, with the signs that people write in numbers; empty: no number. */
  mobile: codeField(40).check(z.regex(/^([+(]?[0-9][0-9 ()./-]{4,38})?$/)),
  language: z.enum(userLanguages),
  /** Null: as set in this browser. */
  theme: z.nullable(z.enum(userThemes)),
});

/** The name of a device. */
export const deviceNameForm = z.object({ deviceName: neededLine(80) });

/** The most characters of where an access point or beacon stands. */
export const knownMacLengths = { location: 60, address: 120 } as const;

/** Where an access point or beacon stands. An empty location: it has none. */
export const knownMacForm = z.object({
  location: lineField(knownMacLengths.location),
  address: lineField(knownMacLengths.address),
});

/** The editable fields of a user. */
export const userForm = z.object({
  firstName: neededLine(80),
  lastName: neededLine(80),
  mobile: z.nullable(codeField(40)),
  language: z.enum(userLanguages),
  custId: z.nullable(idInBody),
  /** A moment as Unix milliseconds. */
  temporaryUntil: z.nullable(z.int().check(z.minimum(0), z.maximum(7_258_118_400_000))),
});

/** The editable fields of a customer, before `normalise`. */
export const customerDetails = z.object({
  firmName: neededLine(120),
  market: marketField,
  orgNumber: z.nullable(codeField(20)),
  reference: z.nullable(lineField(120)),
  address: z.nullable(addressSchema),
  billingAddress: z.nullable(addressSchema),
  defaultAhp: z.nullable(idInBody),
});

/** The editable fields of a customer. Numbers and zip codes are stored without spaces. */
export const customerForm = z.pipe(customerDetails, z.transform(normalise));

type Checked = {
  market: MarketId;
  orgNumber: string | null;
  address: Address | null;
  billingAddress: Address | null;
};

/** Numbers and zip codes in their stored form; a value that is invalid in its market is refused at its field. */
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

/** Devices of one preview of settings. */
export const mostPreviewed = 200;
