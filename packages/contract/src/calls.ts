import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { routes } from './routes.ts';

const word = z.string().max(200).optional();
/** Known to the provider alone. */
const params = z.object({ token: z.uuid() });

/** What providers say of a call that has ended; every other word means that it lasts. */
export const callEnds = ['completed', 'success', 'busy', 'failed', 'no-answer', 'canceled'] as const;

const answerCall = defineEndpoint({
  ...routes.answerCall,
  summary:
    'A provider asks what to say in a call: when it is answered, and after each key, which comes as `Digits` (Twilio), `result` (46elks) or `key` (a gateway of one’s own). 1 takes the alarm, 2 says no',
  permission: 'public',
  refusals: ['linkInvalid'],
  callback: true,
  params,
  /** All fields count in Twilio's signature. */
  body: z.looseObject({ Digits: word, result: word, key: word }),
  file: ['text/xml', 'application/json'],
  response: z.string(),
});

export const reportCall = defineEndpoint({
  ...routes.reportCall,
  maxBodyBytes: 8 * 1024,
  summary:
    'A provider reports how a call ended: 46elks in `state`, Twilio in `CallStatus`, a gateway of one’s own in `status`; and how long it lasted, in `duration`, `CallDuration` or `seconds`; `cost`, where it is given, is its price in ten-thousandths of the currency of the account',
  permission: 'public',
  refusals: ['linkInvalid'],
  callback: true,
  /** `number`: of a call that reaches nobody and is made again, 1 is the first. */
  params: params.extend({ number: z.coerce.number().int().positive().max(100) }),
  body: z.looseObject({
    ...{ status: word, state: word, CallStatus: word },
    ...{ duration: word, CallDuration: word, seconds: word, cost: word },
  }),
  response: z.object({}),
});

const speakCall = defineEndpoint({
  ...routes.speakCall,
  summary: 'What is said in a call now, as sound, for providers that read no text. `turn`: a hash of the words',
  permission: 'public',
  refusals: ['linkInvalid'],
  callback: true,
  params: z.object({ token: z.uuid(), turn: z.string().max(20) }),
  file: ['audio/wav'],
  response: z.custom<Uint8Array>(),
});

export const phoneCalls = { answerCall, reportCall, speakCall };
