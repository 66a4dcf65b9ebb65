import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { neededCode, passwordField } from './fields.ts';
import { routes } from './routes.ts';

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const twoFactorSchema = z.object({
  /** Since when a one-time code is required, Unix milliseconds; null: it is not. */
  since: z.number().nullable(),
  recoveryCodesLeft: z.number(),
  /** One of the user's roles requires it. */
  required: z.boolean(),
});
export type TwoFactor = z.output<typeof twoFactorSchema>;

const getTwoFactor = defineEndpoint({
  ...routes.getTwoFactor,
  summary: 'Whether a one-time code is asked for when the user logs in',
  permission: 'session',
  response: twoFactorSchema,
});

const beginTwoFactor = defineEndpoint({
  ...routes.beginTwoFactor,
  summary: 'Get a secret for an authenticator app; nothing changes until a code confirms it',
  permission: 'session',
  body: z.object({ password: passwordField }),
  response: z.object({
    /** Base32, to be typed. */
    secret: z.string(),
    /** The same as an `otpauth:` URI. */
    uri: z.string(),
  }),
});

const confirmTwoFactor = defineEndpoint({
  ...routes.confirmTwoFactor,
  summary: 'Confirm the secret by a code of the app; every other session ends. The recovery codes are shown only now',
  permission: 'session',
  body: z.object({ code: neededCode(20) }),
  response: recoveryCodes,
});

const renewRecoveryCodes = defineEndpoint({
  ...routes.renewRecoveryCodes,
  summary: 'Get new recovery codes; the old ones work no more',
  permission: 'session',
  body: z.object({ password: passwordField }),
  response: recoveryCodes,
});

const endTwoFactor = defineEndpoint({
  ...routes.endTwoFactor,
  summary: 'Log in by the password alone again; refused where a role requires the one-time code',
  permission: 'session',
  body: z.object({ password: passwordField }),
  response: z.object({}),
});

export const twoFactorCalls = {
  getTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  beginTwoFactor,
  endTwoFactor,
};
