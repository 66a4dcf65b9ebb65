import { userImageTypes } from '@varde/catalogue/image-types';
import { z } from 'zod';
import { alarmParams, alarmReachSchema } from './alarms.ts';
import { placeSchema } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { hoursField, receiverForm } from './event-setup-form.ts';
import { idInBody, textField } from './fields.ts';
import { routes } from './routes.ts';

/** What became of one recipient. `alreadyShared`: within the last minute. `tooMany`: beyond a limit, and not sent. */
export const shareOutcomes = [
  'mailQueued',
  'smsQueued',
  'notUnderstood',
  'duplicate',
  'alreadyShared',
  'tooMany',
] as const;
export type ShareOutcome = (typeof shareOutcomes)[number];

const shareAlarm = defineEndpoint({
  ...routes.shareAlarm,
  summary:
    'Share an alarm that is not reset: a mail or an SMS with a link to each of the e-mail addresses and mobile numbers, which are separated by commas',
  permission: 'ALARM_HANDLE',
  params: alarmParams,
  /** `deviceId`: of the alarm, as the user saw it. An alarm of another device is not shared. */
  body: z.object({ deviceId: idInBody, recipients: textField(2000).check(z.minLength(1)) }),
  response: z.object({
    /** In the order of the text. `recipient`: as it was understood, else as typed, at most 100 characters of it. */
    results: z.array(z.object({ recipient: z.string(), outcome: z.enum(shareOutcomes) })),
    /** A mail server and an SMS gateway are configured. Without one, mails or SMS wait. */
    mailServer: z.boolean(),
    smsGateway: z.boolean(),
  }),
});

/** What a receiver answers by the link of a message: has the alarm, or cannot. */
export const alarmAnswers = ['taken', 'declined'] as const;
export type AlarmAnswer = (typeof alarmAnswers)[number];

/**
 * Why what a receiver with a PIN wanted is not done: without it, with a wrong one, or after too many wrong ones, since
 * when this message does it no more.
 */
export const pinRefusals = ['needed', 'wrong', 'blocked'] as const;
export type PinRefusal = (typeof pinRefusals)[number];

/** What a next of kin sees and may do besides, each part with the right to it. Times are Unix milliseconds. */
const kinSchema = z.object({
  /** Whether the device works. `low`: its battery is; `bars` of its signal: 1 to 5, null when unknown. */
  check: z
    .object({
      lastMsgIn: z.number().nullable(),
      battery: z.number().nullable(),
      charging: z.boolean(),
      low: z.boolean(),
      offline: z.boolean(),
      bars: z.number().nullable(),
    })
    .optional(),
  /** Where the wearer is now; null: unknown, or the consent was withdrawn. */
  position: placeSchema.nullable().optional(),
  /** When the next of kin is told of alarms that are no emergency. */
  schedule: z.object({ hours: hoursField }).optional(),
  /** The number of the device, E.164. */
  phone: z.string().optional(),
  /** The version of the wearer's image. */
  image: z.number().optional(),
});
export type SharedKin = z.output<typeof kinSchema>;

/** What a link shows of an alarm that is not reset. Times are Unix milliseconds. */
const sharedAlarmSchema = z.object({
  /** The key of its message type. */
  kind: z.string(),
  /** The name of the device; its number when it has another wearer or customer now. */
  name: z.string(),
  state: z.enum(['open', 'claimed']),
  /** Of the clocks of its customer, IANA: the times of messages about it are theirs. */
  timeZone: z.string(),
  happenedAt: z.number(),
  lastSignalAt: z.number(),
  signalCount: z.number(),
  /** The latest known place; null when it is unknown or not shared. */
  place: placeSchema.extend({ address: z.string().nullable() }).nullable(),
  /**
   * Of a receiver of its messages, who may answer; null for others. `answer`: `taken` while this receiver has the alarm.
   * `takenBy`: the name of somebody else who has it. `pin`: the alarm is taken with a PIN, for which this message has so
   * many tries left; null: without one.
   */
  receipt: z
    .object({
      name: z.string(),
      answer: z.enum(alarmAnswers).nullable(),
      takenBy: z.string().nullable(),
      pin: z.object({ triesLeft: z.number() }).nullable(),
    })
    .nullable(),
  /** How far it has come to people on its list; to a receiver of its messages: to the others. */
  reach: alarmReachSchema,
  /** Somebody will be told, or an alarm centre has it; false: its list is through. */
  goesOn: z.boolean(),
  /** Of a receiver of its messages who is a next of kin; null for others, and when another person wears the device. */
  kin: kinSchema.nullable(),
});
export type SharedAlarm = z.output<typeof sharedAlarmSchema>;

const link = z.object({ token: z.string().max(100) });
/** Null: the alarm is reset. */
const linked = z.object({ alarm: sharedAlarmSchema.nullable() });
const answeredLink = linked.extend({ refused: z.enum(pinRefusals).nullable() });

export const getSharedAlarm = defineEndpoint({
  ...routes.getSharedAlarm,
  summary:
    'The alarm of a link, for its holder, with whom it was shared or who was told of it; without a login. `linkEnded` says why it gives nothing any more, one of `linkEnds`',
  permission: 'public',
  refusals: ['linkInvalid'],
  params: link,
  response: linked,
});

const answerAlarm = defineEndpoint({
  ...routes.answerAlarm,
  summary:
    'A receiver of the messages of an alarm takes it, or cannot, so that the next one is told; who was too late gets the name of who has it. `pin`: where the receiver has one; taking the alarm needs it, and giving it back. `refused`: why it was not taken though nobody has it',
  permission: 'public',
  refusals: ['linkInvalid'],
  params: link,
  body: z.object({ answer: z.enum(alarmAnswers), pin: receiverForm.shape.pin }),
  response: answeredLink,
});

const setSharedHours = defineEndpoint({
  ...routes.setSharedHours,
  summary:
    'A next of kin with the right to it changes when the own messages come, by the link of one of them; never those about emergencies. `pin`: where the receiver has one, without which nothing is changed (`refused`)',
  permission: 'public',
  refusals: ['linkInvalid'],
  params: link,
  body: z.object({ hours: hoursField, pin: receiverForm.shape.pin }),
  response: answeredLink,
});

const getSharedImage = defineEndpoint({
  ...routes.getSharedImage,
  summary:
    'The image of the wearer, for a next of kin with the right to it, by the link of a message about an alarm that is not reset',
  permission: 'public',
  refusals: ['linkInvalid'],
  params: link,
  file: userImageTypes,
  response: z.custom<Uint8Array>(),
});

export const sharingCalls = { shareAlarm, getSharedAlarm, answerAlarm, setSharedHours, getSharedImage };
