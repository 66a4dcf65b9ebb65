import { messageStates } from '@varde/catalogue/message-states';
import { z } from 'zod';
import { alarmWhySchema } from './alarm-why.ts';
import { placeSchema } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { receiverChannels } from './event-setup-form.ts';
import { foundByName, idInBody, nameSearch, neededLine, pageQuery, roleField, textField } from './fields.ts';
import { alarmFilterFields, alarmOutcomes, idField, latestMoment } from './filters.ts';
import { routes } from './routes.ts';

export const alarmAbilities = ['claim', 'release', 'handOver', 'reset', 'reopen', 'share'] as const;

const person = z.object({ userId: z.number(), name: z.string() });
/** `userId` null: a receiver, who has answered one of its messages, by the number of the message. */
const claimant = person.extend({ userId: z.number().nullable(), attemptId: z.number().optional() });
/** The claim that is known to the caller, so that a newer one stays: of a user, or of the message of a receiver. */
const knownClaim = { claimedBy: z.nullable(idInBody), claimedAttempt: z.nullable(idInBody).default(null) };

/**
 * How far an alarm has come to people on its list, since it was raised or last began anew; a repeated round goes on counting.
 */
export const alarmReachSchema = z.object({
  /** How many people messages were queued to. */
  told: z.number(),
  /** How many of them a message has reached (`docs/glossary.md`). */
  reached: z.number(),
  /** How far the message that came furthest has come; null: there is none. */
  furthest: z.enum(messageStates).nullable(),
});
export type AlarmReach = z.output<typeof alarmReachSchema>;

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
  /** A new signal makes a claimed alarm `open` again; `claimedBy` is then its previous claimant. */
  state: z.enum(['open', 'claimed', 'reset']),
  /** Time of the event by the device's clock. */
  happenedAt: z.number(),
  receivedAt: z.number(),
  /** The message came long after the event (more than 60 s), so both times matter. */
  late: z.boolean(),
  /**
   * It happened before the device was handed over: to its present wearer, or to this customer. Only callers who may see
   * that time get its position.
   */
  fromBefore: z.boolean(),
  lastSignalAt: z.number(),
  /** The number of signals since the alarm was opened: a second press counts here. */
  signalCount: z.number(),
  /** The transaction that raised it: its timeline is asked for by this number. */
  tranId: z.number(),
  tranSource: z.number(),
  /** Last known position when it was raised, with its own time. */
  posLati: z.number().nullable(),
  posLong: z.number().nullable(),
  posTime: z.number().nullable(),
  posType: z.number().nullable(),
  posAccuracy: z.number().nullable(),
  /** Room or position name of a beacon. */
  place: z.string().nullable(),
  /** The address of that position, with commas; null: there is none, or nobody has looked it up. */
  address: z.string().nullable(),
  /** The name of the geofence that the wearer left, as it was then; null: another alarm. */
  geofence: z.string().nullable(),
  /**
   * The device's latest position, when it is newer than the position above. Null otherwise, for callers without
   * DEVICE_ACCESS_MAP, and when the wearer has changed since the alarm.
   */
  latestPlace: placeSchema.nullable(),
  /** Its address. */
  latestAddress: z.string().nullable(),
  /**
   * The number of the device, to talk to its wearer. Null like the note below when the alarm is reset, when the device
   * has another customer by now, and for callers who may not call it.
   */
  formattedPhoneNumE164: z.string().nullable(),
  /** There is a note about the wearer of the alarm, which the caller may read. */
  hasNote: z.boolean(),
  /** Its text, where its author has flagged it for messages about alarms. */
  deviceNote: z.string().nullable(),
  claimedBy: claimant.nullable(),
  claimedAt: z.number().nullable(),
  /** Who handed it over to `claimedBy` at `claimedAt`, until that user has confirmed it with a claim. */
  handedOverBy: person.nullable(),
  /** Nobody on the notification list took it, so that it went to the alarm centre. Null: it did not. */
  escalatedAt: z.number().nullable(),
  /** The name of that alarm centre; null also when it is gone. */
  escalatedTo: z.string().nullable(),
  /** Null when it is reset. */
  reach: alarmReachSchema.nullable(),
  resetBy: person.nullable(),
  resetAt: z.number().nullable(),
  /** The responder, as typed in the reset. */
  handledBy: z.string().nullable(),
  outcome: z.enum(alarmOutcomes).nullable(),
  note: z.string().nullable(),
  abilities: z.array(z.enum(alarmAbilities)),
  rev: z.number(),
});
export type Alarm = z.output<typeof alarmSchema>;

export const alarmParams = z.object({ alarmId: idField });

const listAlarms = defineEndpoint({
  ...routes.listAlarms,
  summary:
    'Alarms, newest first: those of a device, those that were reset within the last 10 minutes (`recent`), or all that are not reset',
  permission: 'DEVICE_LIST',
  forPrograms: true,
  query: z.object({
    deviId: z.optional(idField),
    reset: z.literal('recent').optional(),
    cursor: z.string().max(400).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  response: z.object({ alarms: z.array(alarmSchema), nextCursor: z.string().nullable(), rev: z.number() }),
});

export const listAlarmHistory = defineEndpoint({
  ...routes.listAlarmHistory,
  summary: 'Every alarm that the caller may see, also those that are reset, newest first',
  permission: 'DEVICE_LIST',
  forPrograms: true,
  query: z.object({ ...alarmFilterFields, ...pageQuery }),
  response: z.object({ alarms: z.array(alarmSchema), nextCursor: z.string().nullable() }),
});

const alarmSignalSchema = z.object({ code: z.string(), happenedAt: z.number(), receivedAt: z.number() });

/** How far an alarm has been told to its notification list, in the present round. */
const alarmToldSchema = z.object({
  /** `pausing`: nobody of the list has taken the alarm, and it begins again at `nextAt`. */
  state: z.enum(['running', 'pausing', 'ended']),
  /** Why it has ended. */
  outcome: z.enum(['taken', 'reset', 'exhausted', 'nobody']).nullable(),
  /** In order; empty until the round has begun. An erased receiver has no name. */
  receivers: z.array(
    z.object({
      name: z.string(),
      /** A message has reached the receiver (`docs/glossary.md`), in this round or in one that it repeats. */
      reached: z.boolean(),
      /** Of this round, one for each channel; empty until the receiver's turn. `at`: since when it is in this state. */
      messages: z.array(z.object({ channel: z.enum(receiverChannels), state: z.enum(messageStates), at: z.number() })),
    }),
  ),
  /** When the next one is told, or after the last one the alarm centre; null when it has ended. */
  nextAt: z.number().nullable(),
});
export type AlarmTold = z.output<typeof alarmToldSchema>;

/** What a receiver wrote or pressed that is no answer, and decides nothing. */
const receiverWordsSchema = z.object({
  at: z.number(),
  /** The receiver, with number; null: erased. */
  party: z.string().nullable(),
  /** One of `takenWays` in the catalogue. */
  result: z.string().nullable(),
  /** At most 500 characters in one line. What may be a PIN is replaced by dots. Empty: a message without text. */
  words: z.string(),
});
export type ReceiverWords = z.output<typeof receiverWordsSchema>;

const getAlarm = defineEndpoint({
  ...routes.getAlarm,
  summary: 'One alarm, with each of its signals, oldest first, the first 500 of them',
  permission: 'DEVICE_LIST',
  forPrograms: true,
  params: alarmParams,
  response: alarmSchema.extend({
    signals: z.array(alarmSignalSchema),
    /** Customers above its own that the caller may see, from the top. */
    customersAbove: z.array(z.object({ custId: z.number(), firmName: z.string() })),
    /** Null for callers who do not handle the alarm, and when nothing has been told. */
    told: alarmToldSchema.nullable(),
    /** The last five of what receivers wrote, the latest first; empty for callers who do not handle the alarm. */
    written: z.array(receiverWordsSchema),
    /** The alarm centre that comes last. Null: none, it has got the alarm, or the caller does not handle the alarm. */
    nextCentre: z.string().nullable(),
  }),
});
export type AlarmDetail = z.output<typeof getAlarm.response>;

/** Times are Unix milliseconds. */
const alarmEventSchema = z.object({
  /** One of `alarmEvents` in the catalogue; another one is of a newer version. */
  number: z.number(),
  /** One of `alarmEventHeaders`: who the step is about. */
  header: z.number(),
  at: z.number(),
  /** Further signals with nothing else between them are one event: how many, and when the last one was received. */
  count: z.number(),
  until: z.number(),
  by: person.nullable(),
  /** The user whom it was handed over to. */
  to: person.nullable(),
  /** Who was called or told, who is no user. */
  party: z.string().nullable(),
  /** The outcome of a reset, or the answer of a provider. */
  result: z.string().nullable(),
  /** The provider's receipt. */
  receipt: z.string().nullable(),
  /** When a message left, arrived or failed, as `result` says. */
  endedAt: z.number().optional(),
  /** Why a message waits or failed, in the words of the server that refused it. */
  reason: z.string().optional(),
  /** Of a message: whether it has reached its receiver (`docs/glossary.md`), still may, or did not. */
  reach: z.enum(['reached', 'underWay', 'notReached']).optional(),
  /** Why it came to this, as the list was then; for callers who handle alarms. */
  why: alarmWhySchema.optional(),
  /** What a receiver wrote or pressed that is no answer, and decides nothing; for callers who handle alarms. */
  words: z.string().optional(),
});
export type AlarmEvent = z.output<typeof alarmEventSchema>;

const getAlarmAnalysis = defineEndpoint({
  ...routes.getAlarmAnalysis,
  summary: 'The timeline of each alarm that a transaction raised or signalled again, oldest event first',
  permission: 'DEVICE_LIST',
  forPrograms: true,
  params: z.object({ tranId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  response: z.object({
    alarms: z.array(
      z.object({
        alarmId: z.number(),
        deviId: z.number(),
        metyId: z.number(),
        state: z.enum(['open', 'claimed', 'reset']),
        /** Whether the caller may share it. */
        mayShare: z.boolean(),
        events: z.array(alarmEventSchema),
      }),
    ),
  }),
});
export type AlarmAnalysis = z.output<typeof getAlarmAnalysis.response>['alarms'][number];

const claimAlarm = defineEndpoint({
  ...routes.claimAlarm,
  summary: 'Take an alarm: the sound stops everywhere, and everybody sees who has it',
  permission: 'ALARM_HANDLE',
  forPrograms: true,
  params: alarmParams,
  response: alarmSchema,
});

const releaseAlarm = defineEndpoint({
  ...routes.releaseAlarm,
  summary: 'Release a claimed alarm: it is open again, and sounds until somebody claims it',
  permission: 'ALARM_HANDLE',
  forPrograms: true,
  params: alarmParams,
  body: z.object(knownClaim),
  response: alarmSchema,
});

const listAlarmHandlers = defineEndpoint({
  ...routes.listAlarmHandlers,
  summary:
    'Active users who may handle an alarm, first those who have a page open, without the one who has it: whom it can be handed over to',
  permission: 'ALARM_HANDLE',
  params: alarmParams,
  query: z.object(nameSearch),
  response: z.object({
    /** `isThere`: one of the pages of the user is open now. */
    users: z.array(person.extend({ roles: z.array(roleField), isThere: z.boolean() })),
    ...foundByName,
    /** The name of the alarm centre that `escalateAlarm` gives it to; null: there is none, or one has got it already. */
    centre: z.string().nullable(),
  }),
});

/** `userId`: the new claimant, one of `listAlarmHandlers`. */
const handOverAlarm = defineEndpoint({
  ...routes.handOverAlarm,
  summary: 'Hand a claimed alarm over to a colleague, for whom it sounds until it is confirmed with a claim',
  permission: 'ALARM_HANDLE',
  params: alarmParams,
  body: z.object({ ...knownClaim, userId: idInBody }),
  response: alarmSchema,
});

const escalateAlarm = defineEndpoint({
  ...routes.escalateAlarm,
  summary:
    'Hand a claimed alarm over to the alarm centre of its device: it is open again, and its list is told when nobody at the centre takes it in time',
  permission: 'ALARM_HANDLE',
  params: alarmParams,
  body: z.object(knownClaim),
  response: alarmSchema,
});

/**
 * `claimedAt` and `signalCount`: those of the alarm that the user has seen, so that no claim or signal meanwhile is reset
 * unseen. `deviceId`: of the alarm, as the user saw it; an alarm of another device is not reset.
 */
export const resetAlarmBody = z.object({
  deviceId: z.optional(idInBody),
  claimedAt: z.number().int().min(0).max(latestMoment).nullable(),
  signalCount: z.number().int().positive().max(2_147_483_647),
  handledBy: neededLine(120),
  outcome: z.enum(alarmOutcomes),
  note: z.optional(textField(1000)),
});

const resetAlarm = defineEndpoint({
  ...routes.resetAlarm,
  summary: 'Reset an alarm, saying who handled it and what it was',
  permission: 'ALARM_HANDLE',
  forPrograms: true,
  params: alarmParams,
  body: resetAlarmBody,
  response: alarmSchema,
});

const reopenAlarm = defineEndpoint({
  ...routes.reopenAlarm,
  summary:
    'Reopen an alarm within 10 minutes after it was reset: it is open again, and sounds until somebody claims it',
  permission: 'ALARM_HANDLE',
  params: alarmParams,
  response: alarmSchema,
});

export const alarmCalls = {
  listAlarms,
  listAlarmHistory,
  getAlarm,
  getAlarmAnalysis,
  claimAlarm,
  listAlarmHandlers,
  handOverAlarm,
  releaseAlarm,
  escalateAlarm,
  reopenAlarm,
  resetAlarm,
};
