import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { routes } from './routes.ts';

/** One row of the transaction log. Field names: specification 2, section 3. Times are Unix milliseconds. */
export const transactionSchema = z.object({
  tranId: z.number(),
  recTs: z.number(),
  deviId: z.number(),
  dehaId: z.number(),
  metyId: z.number(),
  /** All message types of the message, when there is more than one. */
  subtypes: z.array(z.number()),
  containsSubtypes: z.boolean(),
  tranSource: z.number(),
  /** `I` incoming, `O` outgoing, `S` by the server itself. */
  direction: z.enum(['I', 'O', 'S']),
  deviceTime: z.number().nullable(),
  historical: z.boolean(),
  posType: z.number().nullable(),
  posLati: z.number().nullable(),
  posLong: z.number().nullable(),
  posTime: z.number().nullable(),
  accuracy: z.number().nullable(),
  numSatellites: z.number().nullable(),
  hdop: z.number().nullable(),
  gsmStrength: z.number().nullable(),
  battery: z.number().nullable(),
  place: z.string().nullable(),
  /** The subject of a technical message (type 120): `identityContested`. */
  technical: z.string().nullable(),
  /** The wire's own word for the message. */
  word: z.string().nullable(),
});
export type Transaction = z.output<typeof transactionSchema>;

export const listTransactions = defineEndpoint({
  ...routes.listTransactions,
  summary: 'What a device sent and was sent, newest first',
  permission: 'DEVICE_TRANSACTION_LOG',
  params: deviceParams,
  query: z.object({
    cursor: z.string().max(400).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(25),
  }),
  response: z.object({ transactions: z.array(transactionSchema), nextCursor: z.string().nullable() }),
});

export const getTransaction = defineEndpoint({
  ...routes.getTransaction,
  summary: 'One transaction with the raw frame and all that was decoded from it',
  permission: 'DEVICE_TRANSACTION_LOG',
  params: deviceParams.extend({ tranId: z.coerce.number().int().positive() }),
  response: transactionSchema.extend({
    /** The received frame, hex. */
    raw: z.string().nullable(),
    /** Events, states, health, steps, access points, cells and unknown values. */
    detail: z.record(z.string(), z.unknown()).nullable(),
  }),
});
