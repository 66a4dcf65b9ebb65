import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { neededCode, passwordField } from './fields.ts';
import { routes } from './routes.ts';

/** An e-mail address, whether an account has it or not. */
const username = neededCode(254).check(z.toLowerCase());
const token = z.string().min(1).max(100);
const done = z.object({});

const forgotPassword = defineEndpoint({
  ...routes.forgotPassword,
  changes: true,
  summary: 'Ask for a link to choose a new password; the answer is the same for known and unknown users',
  permission: 'public',
  params: z.object({ username }),
  response: done,
});

const resetPassword = defineEndpoint({
  ...routes.resetPassword,
  summary: 'Choose a new password by the link in the mail; every session of the user ends',
  permission: 'public',
  refusals: ['linkInvalid'],
  body: z.object({ token, password: passwordField }),
  response: done,
});

const resendVerification = defineEndpoint({
  ...routes.resendVerification,
  summary: 'Ask for a new link to confirm an e-mail address; the answer is the same for known and unknown users',
  permission: 'public',
  /** The username itself, as a JSON string. */
  body: z.string().pipe(username),
  response: done,
});

const getLoginText = defineEndpoint({
  ...routes.getLoginText,
  summary: 'Texts around the login: a notice of this installation, and how personal data is used, by language',
  permission: 'public',
  response: z.object({
    /** Shown above the login form; null: none. */
    notice: z.string().nullable(),
    gdpr: z.record(z.string(), z.array(z.string())),
  }),
});

const sendGdprEmail = defineEndpoint({
  ...routes.sendGdprEmail,
  changes: true,
  summary: 'Mail the text on the use of personal data to the current user',
  permission: 'session',
  response: done,
});

const acceptGdpr = defineEndpoint({
  ...routes.acceptGdpr,
  summary: 'Accept how personal data is used; the username must be the own one',
  permission: 'session',
  body: z.object({ username }),
  response: done,
});

export const recoveryCalls = {
  forgotPassword,
  resetPassword,
  resendVerification,
  getLoginText,
  sendGdprEmail,
  acceptGdpr,
};
