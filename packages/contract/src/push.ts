import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

/** Browsers of one user that get push messages. */
export const mostBrowsers = 10;

/** Base64 for URLs (RFC 4648) of so many bytes, without padding. */
const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`), 'is not valid');

/** An address at the push service of a browser. */
const endpointField = z
  .string()
  .max(1000)
  .regex(/^[!-~]+$/, 'is not an address');

const pushSchema = z.object({
  /** With which a browser subscribes; null: push is not configured. */
  publicKey: z.string().nullable(),
  /** Where the user gets push messages, the latest addition first. Times are Unix milliseconds. */
  browsers: z.array(
    z.object({
      browserId: z.number(),
      /** SHA-256 in hexadecimal, by which a browser knows itself: the endpoint itself lets others send to it. */
      endpointHash: z.string(),
      userAgent: z.string().nullable(),
      createdAt: z.number(),
      /** Null: it has got none yet. */
      lastSentAt: z.number().nullable(),
      endsAtLogout: z.boolean(),
    }),
  ),
});
export type Push = z.output<typeof pushSchema>;
export type PushBrowser = Push['browsers'][number];

export const getPush = defineEndpoint({
  ...routes.getPush,
  summary: 'The browsers in which the user gets push messages of alarms',
  permission: 'session',
  response: pushSchema,
});

const addPushBrowser = defineEndpoint({
  ...routes.addPushBrowser,
  summary:
    'Get push messages in this browser from now on, or change how. `tooManyBrowsers` when there are ten others, `pushUnavailable` when push is not configured',
  permission: 'session',
  /** As in the `PushSubscription` of the browser. */
  body: z.object({
    endpoint: endpointField,
    /** Of the P-256 key, uncompressed, and of the secret of the browser. */
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
    /** Whether logging out in this browser ends it. Without: as it was, else it does not. */
    endsAtLogout: z.boolean().optional(),
    /** The browser’s endpoint until now, which the new one takes the place of. */
    former: endpointField.optional(),
  }),
  response: pushSchema,
});

const removePushBrowser = defineEndpoint({
  ...routes.removePushBrowser,
  summary: 'Send the user no more push messages in a browser',
  permission: 'session',
  params: z.object({ browserId: idField }),
  response: pushSchema,
});

const leavePushBrowser = defineEndpoint({
  ...routes.leavePushBrowser,
  summary: 'The user is about to log out in this browser: ends its push messages, if the user wanted that',
  permission: 'session',
  body: z.object({ endpoint: endpointField }),
  response: z.object({ left: z.boolean() }),
});

export const pushCalls = { getPush, addPushBrowser, removePushBrowser, leavePushBrowser };
