import { defaultGraphRange, graphRanges } from '@varde/catalogue/graph-ranges';
import { logFilterKeys } from '@varde/catalogue/log-filters';
import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { exportKinds } from './export-kinds.ts';
import { readerFields } from './exports.ts';
import { lineField } from './fields.ts';
import { routes } from './routes.ts';

/** One row of the transaction log. Field names: specification 2, section 3. Times are Unix milliseconds. */
export const transactionSchema = z.object({
  /** Of its row in a table: that of the transaction. */
  id: z.number(),
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
  /** Its position is that of the mobile network. */
  gsmGeo: z.boolean(),
  /** Its position may be far off; how far is displayed on request only. */
  hasPoorPosition: z.boolean(),
  poorPositionDisplayed: z.boolean(),
  numSatellites: z.number().nullable(),
  hdop: z.number().nullable(),
  gsmStrength: z.number().nullable(),
  battery: z.number().nullable(),
  place: z.string().nullable(),
  /** Of its place, with commas; empty: it has none; null: nobody has looked it up. */
  address: z.string().nullable(),
  addressLookupDone: z.boolean(),
  /** The indoor location that its access points showed, which `place` names; null: none. */
  inloId: z.number().nullable(),
  /** The known access point that its position was taken from; null: none. */
  dekmId: z.number().nullable(),
  /** The alarm filters that it passes (specification 2, section 5). */
  alarmType: z.boolean(),
  geofenceType: z.boolean(),
  outOfBatteryType: z.boolean(),
  batteryType: z.boolean(),
  selfCheckType: z.boolean(),
  offlineType: z.boolean(),
  technicalType: z.boolean(),
  /** It is shown whatever the filter: an alarm that nobody has ended. */
  ignoreFilter: z.boolean(),
  /** It came while the log was followed. */
  isNew: z.boolean(),
  /** The subject of a technical message (type 120): `identityContested`. */
  technical: z.string().nullable(),
  /** What an outgoing message tells the device to do: the kind of its command; null: it came from the device or the server. */
  command: z.string().nullable(),
  /** The sensor that the message is about, and its name then; null: it is about the device itself. */
  sensorId: z.number().nullable(),
  sensorName: z.string().nullable(),
  /** The wire's own word for the message. */
  word: z.string().nullable(),
});
export type Transaction = z.output<typeof transactionSchema>;

/** A moment by the clocks of `timeZone`, as the specification writes it: `27-11-2026T14:05`. No calendar of the database has a year 0. */
const localTime = z
  .string()
  .regex(/^\d{2}-\d{2}-(?!0000)\d{4}T\d{2}:\d{2}$/, { abort: true })
  .refine((text) => isMoment(`${localDay(text)}T${text.slice(11)}`));
const localDate = z
  .string()
  .regex(/^(?!0000)\d{4}-\d{2}-\d{2}$/, { abort: true })
  .refine((text) => isMoment(`${text}T00:00`));

/** `2026-11-27` of `27-11-2026T14:05`. */
export const localDay = (text: string): string => `${text.slice(6, 10)}-${text.slice(3, 5)}-${text.slice(0, 2)}`;

/** Whether the calendar and the clock have it: 31 February is none. */
function isMoment(text: string): boolean {
  const at = Date.parse(`${text}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const timeZone = readerFields.timeZone.default('Europe/Oslo');
const filterKeys = logFilterKeys.join('|');
/** Kinds with commas between them (`LogFilter` of the catalogue). */
export const filtersField = z
  .string()
  .regex(new RegExp(`^(${filterKeys})(,(${filterKeys}))*$`))
  .optional();

/** Which transactions of a device are listed; all that is given must hold. */
export const logQuery = z.object({
  /** Received at this moment or later, and before the end of that minute. */
  fromDate: localTime.optional(),
  toDate: localTime.optional(),
  /** Received on this day. */
  date: localDate.optional(),
  timeZone,
  /** Of one of these kinds. */
  filters: filtersField,
  /** The number of the transaction, or a part of its word on the wire, its place or its sensor. */
  search: z.optional(lineField(100)),
});
export type LogQuery = z.output<typeof logQuery>;

const listTransactions = defineEndpoint({
  ...routes.listTransactions,
  summary: 'What a device sent and was sent, newest first',
  permission: 'DEVICE_TRANSACTION_LOG',
  params: deviceParams,
  query: logQuery.extend({
    cursor: z.string().max(400).optional(),
    transactionCount: z.coerce.number().int().min(1).max(200).default(25),
  }),
  response: z.object({
    transactions: z.array(transactionSchema),
    nextCursor: z.string().nullable(),
    /** The log was searched back to this moment without filling the page; `nextCursor` goes on from there. */
    searchedTo: z.number().exactOptional(),
  }),
});

const exportTransactions = defineEndpoint({
  ...routes.exportTransactions,
  summary:
    'All transactions of a device that the query asks for, newest first, as a file that is written while it is sent',
  permission: 'DEVICE_LOGS',
  params: deviceParams,
  query: logQuery.extend({
    ...readerFields,
    kind: z.coerce
      .number()
      .pipe(z.literal(Object.values(exportKinds)))
      .default(exportKinds.csv),
  }),
  file: ['text/csv', 'application/pdf'],
  response: z.custom<AsyncIterable<Uint8Array>>(),
});

const listTransactionDates = defineEndpoint({
  ...routes.listTransactionDates,
  summary: 'The days on which a device has transactions, latest first',
  permission: 'DEVICE_TRANSACTION_LOG',
  params: deviceParams,
  query: z.object({ timeZone }),
  response: z.object({
    /** `2026-11-27`; the latest 400 of them. */
    dates: z.array(z.string()),
  }),
});

const getBatteryAndSignal = defineEndpoint({
  ...routes.getBatteryAndSignal,
  summary: 'What a device reported of its battery and its signal, until the next midnight, oldest first',
  permission: 'DEVICE_TRANSACTION_LOG',
  params: deviceParams,
  query: z.object({
    /** Days. */
    range: z.coerce.number().pipe(z.literal(graphRanges)).default(defaultGraphRange),
    timeZone,
  }),
  response: z.object({
    from: z.number(),
    to: z.number(),
    /** The last report of each part of the range, at most 720; a device that was silent has none there. */
    points: z.array(
      z.object({
        time: z.number(),
        /** Percent. */
        battery: z.number().nullable(),
        /** Percent of the scale of its hardware. */
        signal: z.number().nullable(),
      }),
    ),
    /** The alarms of that time, at most 200. */
    alarms: z.array(z.object({ time: z.number(), metyId: z.number() })),
  }),
});

const transactionParams = deviceParams.extend({ tranId: z.coerce.number().int().positive() });

const getTransaction = defineEndpoint({
  ...routes.getTransaction,
  summary: 'One transaction with the raw frame and all that was decoded from it',
  permission: 'DEVICE_TRANSACTION_LOG',
  params: transactionParams,
  response: transactionSchema.extend({
    /** The frame that was received or sent, hex. */
    raw: z.string().nullable(),
    /** Events, states, health, steps, access points, cells and unknown values; or the values of a command. */
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

export const transactionCalls = {
  listTransactions,
  exportTransactions,
  listTransactionDates,
  getBatteryAndSignal,
  getTransaction,
  listNotificationEvents,
};
