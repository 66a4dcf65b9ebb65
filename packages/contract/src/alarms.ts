import { z } from 'zod';
import { placeSchema } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { idInBody } from './fields.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

/** Why an alarm was reset. Texts: `alarms.outcomes.<outcome>`. */
export const alarmOutcomes = ['helped', 'falseAlarm', 'test', 'technical', 'other'] as const;
export const alarmAbilities = ['claim', 'release', 'reset'] as const;

const person = z.object({ userId: z.number(), name: z.string() });

/** Times are Unix milliseconds. */
export const alarmSchema = z.object({
  alarmId: z.number(),
  deviId: z.number(),
  dehaId: z.number(),
  deviceName: z.string(),
  deviceSNNum: z.string(),
  custId: z.number(),
  custName: z.string(),
  metyId: z.number(),
  /** `sos`, `sideButton1`, `fall`, … */
  code: z.string(),
  /** A new signal makes a claimed alarm `open` again; `claimedBy` then tells who had claimed it. */
  state: z.enum(['open', 'claimed', 'reset']),
  /** Time of the event by the device's clock. */
  happenedAt: z.number(),
  receivedAt: z.number(),
  /** The message came long after the event (more than 60 s), so both times matter. */
  late: z.boolean(),
  /**
   * It happened before the device was handed over: to who wears it now, or to this customer. Its place is told to those
   * alone who may see that time.
   */
  fromBefore: z.boolean(),
  lastSignalAt: z.number(),
  /** How often the device has signalled since the alarm was opened: a second press counts here. */
  signalCount: z.number(),
  tranSource: z.number(),
  /** Last known place when it was raised, with its own time. */
  posLati: z.number().nullable(),
  posLong: z.number().nullable(),
  posTime: z.number().nullable(),
  posType: z.number().nullable(),
  posAccuracy: z.number().nullable(),
  /** Room or place that a beacon names. */
  place: z.string().nullable(),
  /**
   * The device's latest place, when it is newer than the place above. Null otherwise, for callers without
   * DEVICE_ACCESS_MAP, and when somebody else has worn the device since the alarm happened.
   */
  latestPlace: placeSchema.nullable(),
  claimedBy: person.nullable(),
  claimedAt: z.number().nullable(),
  resetBy: person.nullable(),
  resetAt: z.number().nullable(),
  /** Who handled it, in the words of the one who reset it. */
  handledBy: z.string().nullable(),
  outcome: z.enum(alarmOutcomes).nullable(),
  note: z.string().nullable(),
  abilities: z.array(z.enum(alarmAbilities)),
  rev: z.number(),
});
export type Alarm = z.output<typeof alarmSchema>;

const alarmParams = z.object({ alarmId: idField });

export const listAlarms = defineEndpoint({
  ...routes.listAlarms,
  summary: 'Alarms, newest first; without `deviId` those that are not reset',
  permission: 'DEVICE_LIST',
  query: z.object({
    deviId: z.optional(idField),
    cursor: z.string().max(400).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  response: z.object({ alarms: z.array(alarmSchema), nextCursor: z.string().nullable(), rev: z.number() }),
});

export const claimAlarm = defineEndpoint({
  ...routes.claimAlarm,
  summary: 'Take an alarm: the sound stops everywhere, and everybody sees who has it',
  permission: 'ALARM_HANDLE',
  params: alarmParams,
  response: alarmSchema,
});

/** `claimedBy`: whose claim is released, so that a claim that somebody else made meanwhile stays. */
export const releaseAlarm = defineEndpoint({
  ...routes.releaseAlarm,
  summary: 'Release a claimed alarm: it is open again, and sounds until somebody claims it',
  permission: 'ALARM_HANDLE',
  params: alarmParams,
  body: z.object({ claimedBy: idInBody }),
  response: alarmSchema,
});

export const resetAlarmBody = z.object({
  handledBy: z.string().trim().min(1).max(120),
  outcome: z.enum(alarmOutcomes),
  note: z.string().trim().max(1000).optional(),
});

export const resetAlarm = defineEndpoint({
  ...routes.resetAlarm,
  summary: 'Reset an alarm, saying who handled it and what it was',
  permission: 'ALARM_HANDLE',
  params: alarmParams,
  body: resetAlarmBody,
  response: alarmSchema,
});
