import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { routes } from './routes.ts';

const word = z.string().trim().max(200).optional();

/** What providers say of an SMS that has ended; every other word means that it is on its way. */
export const smsOutcomes = { delivered: 'delivered', failed: 'failed', undelivered: 'failed' } as const;

export const reportSms = defineEndpoint({
  ...routes.reportSms,
  summary:
    'A provider of SMS reports what became of one: 46elks and a gateway of one’s own in `status`, Twilio in `MessageStatus` and `ErrorCode`; the address is known to the provider alone',
  permission: 'public',
  callback: true,
  params: z.object({ token: z.uuid() }),
  body: z.object({ status: word, MessageStatus: word, ErrorCode: word }),
  response: z.object({}),
});
