import { type MarketId, zipCode } from '@varde/catalogue/markets';
import { organisationNumber } from '@varde/catalogue/organisation-number';
import { z } from 'zod';
import { couponCodeField } from './coupons.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  type Address,
  addressSchema,
  codeField,
  emailField,
  lineField,
  marketField,
  neededCode,
  neededLine,
  passwordField,
  textField,
} from './fields.ts';
import { routes } from './routes.ts';

/**
 * The fixed values of the specification: country 1 is Norway; alarm centre 1 is the installation's first, which takes
 * the alarms where no ancestor has chosen one.
 */
const fixed = {
  countryId: z.literal(1).default(1),
  ahpId: z.literal(1).default(1),
};

const user = z.object({
  firstName: neededLine(80),
  lastName: neededLine(80),
  mobile: neededCode(40),
  username: emailField,
  tfaEnabled: z.literal(false).default(false),
  language: z.enum(['nb_no', 'en']).default('nb_no'),
});
const newUser = user.extend({ passwordClear: passwordField });

const companyDetails = {
  name: neededLine(120),
  orgNum: neededCode(20),
  reference: z._default(lineField(120), ''),
  address: addressSchema,
  billingAddress: z.nullable(addressSchema).default(null),
  market: z._default(marketField, 1),
};

const done = z.object({});

const validateUser = defineEndpoint({
  ...routes.validateUser,
  maxBodyBytes: 8 * 1024,
  summary: 'Whether somebody could register with these fields; says nothing about who has registered',
  permission: 'public',
  body: user.extend({
    timezone: z.literal(0).default(0),
    emailAsUsername: z.literal(true).default(true),
    userId: z.literal(0).default(0),
    passwordClear: z.optional(passwordField),
  }),
  response: done,
});

const validateCouponCode = defineEndpoint({
  ...routes.validateCouponCode,
  summary: 'Whether a coupon code can be used now, and which firm it is from',
  permission: 'public',
  params: z.object({ code: codeField(60) }),
  response: z.object({ valid: z.boolean(), firmName: z.string().nullable() }),
});

export const registerPrivate = defineEndpoint({
  ...routes.registerPrivate,
  maxBodyBytes: 8 * 1024,
  summary: 'Register a private user with a coupon code; the answer is the same whether the username is taken or not',
  permission: 'public',
  params: z.object({ couponCode: couponCodeField }),
  body: z.object({
    customer: z.object({
      privateUser: z.literal(true),
      /** A placeholder in the specification: a private user's address is not requested. */
      address: z.unknown().optional(),
      ...fixed,
    }),
    user: newUser,
  }),
  response: done,
});

const registerCompany = defineEndpoint({
  ...routes.registerCompany,
  maxBodyBytes: 8 * 1024,
  summary:
    'Register a company with its first user; the answer is the same whether the username or the number is taken or not',
  permission: 'public',
  body: z.object({
    customer: z.object({ ...companyDetails, company: z.literal(true), ...fixed }).transform(checkMarket),
    user: newUser,
  }),
  response: done,
});

const validateOrgName = defineEndpoint({
  ...routes.validateOrgName,
  summary: 'Whether an organisation can have this name',
  permission: 'public',
  params: z.object({ name: textField(200) }),
  response: z.object({ valid: z.boolean() }),
});

const validateCompany = defineEndpoint({
  ...routes.validateCompany,
  summary: 'Whether these are the details of a company; says nothing about who has registered',
  permission: 'public',
  body: z.object({ ...companyDetails, ...fixed }).transform(checkMarket),
  response: done,
});

const lookUpOrganisation = defineEndpoint({
  ...routes.lookUpOrganisation,
  summary: 'Name and address of an organisation in the public register, where this installation asks it',
  permission: 'public',
  params: z.object({ orgNum: codeField(40) }),
  response: z.object({
    /** Null: not found, no answer from the register, or no register configured. */
    organisation: z.object({ name: z.string(), address: z.nullable(addressSchema) }).nullable(),
  }),
});

const token = z.string().min(1).max(100);

const getValidationEmail = defineEndpoint({
  ...routes.getValidationEmail,
  summary: 'Whose registration a link confirms',
  permission: 'public',
  refusals: ['linkInvalid'],
  params: z.object({ token }),
  response: z.object({
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** Of a company; null: a private user. */
    firmName: z.string().nullable(),
  }),
});

/** `active`: may log in. `waiting`: an administrator has to approve the company first. */
export const confirmedStates = ['active', 'waiting'] as const;

const validateEmail = defineEndpoint({
  ...routes.validateEmail,
  changes: true,
  summary: 'Confirm a registration by the link in the mail; may be repeated until the link expires',
  permission: 'public',
  refusals: ['linkInvalid', 'couponUsed'],
  params: z.object({ token }),
  response: z.object({ username: z.string(), state: z.enum(confirmedStates) }),
});

interface CompanyDetails {
  market: MarketId;
  orgNum: string;
  address: Address;
  billingAddress: Address | null;
}

/** Numbers and zip codes in their stored form; a value that is invalid in its market is refused at its field. */
function checkMarket<Body extends CompanyDetails>(body: Body, ctx: z.RefinementCtx): Body {
  const refuse = (path: string[]) =>
    ctx.addIssue({ code: 'custom', path, message: 'is not one of this market', input: body });
  const checked = (address: Address, key: string): Address => {
    const zip = zipCode(body.market, address.zip);
    if (zip === null) refuse([key, 'zip']);
    return { ...address, zip: zip ?? address.zip };
  };
  const orgNum = organisationNumber(body.market, body.orgNum);
  if (orgNum === null) refuse(['orgNum']);
  return {
    ...body,
    orgNum: orgNum ?? body.orgNum,
    address: checked(body.address, 'address'),
    billingAddress: body.billingAddress && checked(body.billingAddress, 'billingAddress'),
  };
}

export const registrationCalls = {
  validateUser,
  validateCouponCode,
  registerPrivate,
  registerCompany,
  validateOrgName,
  validateCompany,
  lookUpOrganisation,
  getValidationEmail,
  validateEmail,
};
