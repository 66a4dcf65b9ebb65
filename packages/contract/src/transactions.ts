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
  /** Its row opens to its notification events. */
  isNotifyEvent: z.boolean(),
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
  /** The indoor location that its access points showed, which `place` names; null: none. */
  inloId: z.number().nullable(),
  /** The subject of a technical message (type 120): `identityContested`. */
  technical: z.string().nullable(),
  /** The sensor that the message is about, and its name then; null: it is about the device itself. */
  sensorId: z.number().nullable(),
  sensorName: z.string().nullable(),
  /** The wire's own word for the message. */
  word: z.string().nullable(),
});
export type Transaction = z.output<typeof transactionSchema>;

const listTransactions = defineEndpoint({
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

const transactionParams = deviceParams.extend({ tranId: z.coerce.number().int().positive() });

const getTransaction = defineEndpoint({
  ...routes.getTransaction,
  summary: 'One transaction with the raw frame and all that was decoded from it',
  permission: 'DEVICE_TRANSACTION_LOG',
  params: transactionParams,
  response: transactionSchema.extend({
    /** The received frame, hex. */
    raw: z.string().nullable(),
    /** Events, states, health, steps, access points, cells and unknown values. */
    detail: z.record(z.string(), z.unknown()).nullable(),
  }),
});

/** An event that a message is about. Field names: specification 2, section 3 "Notification event". */
const notificationEventSchema = z.object({
  /** The message type. */
  evtyId: z.number(),
  /** When the device says that it happened, else when it was received. */
  createdTime: z.number(),
  eventType: z.object({
    /** Key of the message type: `lowBattery`. */
    name: z.string(),
  }),
  /** The battery level of an event about it, the subject of a technical message, else the word of the wire. */
  description: z.string().nullable(),
});
export type NotificationEvent = z.output<typeof notificationEventSchema>;

const listNotificationEvents = defineEndpoint({
  ...routes.listNotificationEvents,
  summary: 'The events that a message is about, most urgent first; none where it is no notify event',
  permission: 'DEVICE_TRANSACTION_LOG',
  params: transactionParams,
  response: z.object({ events: z.array(notificationEventSchema) }),
});

export const transactionCalls = { listTransactions, getTransaction, listNotificationEvents };
