import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { routes } from './routes.ts';

const reportSms = defineEndpoint({
  ...routes.reportSms,
  summary:
    'A provider of SMS reports what became of one: 46elks and a gateway of one’s own in `status`, Twilio in `MessageStatus` and `ErrorCode`, another one as it is configured, also in JSON; the address is known to the provider alone',
  permission: 'public',
  refusals: ['linkInvalid'],
  callback: true,
  params: z.object({ token: z.uuid() }),
  /** As each provider has them; all count in Twilio's signature. */
  body: z.looseObject({}),
  response: z.object({}),
});

const reportLinkSms = defineEndpoint({
  ...routes.reportLinkSms,
  summary:
    'LINK Mobility reports what became of an SMS, which the secret `refId` names, to the one address of its account; `resultCode` as it has described them',
  permission: 'public',
  refusals: ['linkInvalid'],
  callback: true,
  body: z.object({ refId: z.uuid(), resultCode: z.int() }),
  response: z.object({}),
});

const number = z.string().max(40).optional();
const text = z.string().max(2000).optional();

const answerBySms = defineEndpoint({
  ...routes.answerBySms,
  maxBodyBytes: 16 * 1024,
  summary:
    'A receiver of the messages of an alarm answers by SMS, which the provider passes on: 1 takes the alarm, 2 says no. 46elks and a gateway of one’s own in `from` and `message`, Twilio in `From` and `Body`; what is answered goes back as an SMS',
  permission: 'public',
  refusals: ['linkInvalid'],
  callback: true,
  params: z.object({ key: z.string().max(200) }),
  body: z.looseObject({ from: number, message: text, From: number, Body: text }),
  file: ['text/plain', 'text/xml'],
  response: z.string(),
});

const answerByLinkSms = defineEndpoint({
  ...routes.answerByLinkSms,
  maxBodyBytes: 8 * 1024,
  summary:
    'LINK Mobility passes on the SMS of a receiver (SMS REST API, "MO"): the number in `source`, the text in `content.userData`, before which the keyword of the route may stand. What is answered leaves as an SMS of its own',
  permission: 'public',
  refusals: ['linkInvalid'],
  callback: true,
  params: z.object({ key: z.string().max(200) }),
  body: z.object({
    source: z.string().max(40),
    /** An MMS may have no text. */
    content: z.object({ userData: text.nullable() }),
    route: z.object({ keyword: z.string().max(200).nullish() }).nullish(),
  }),
  response: z.object({}),
});

export const smsCalls = { reportSms, reportLinkSms, answerBySms, answerByLinkSms };
