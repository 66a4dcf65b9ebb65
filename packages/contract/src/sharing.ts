import { z } from 'zod';
import { alarmParams } from './alarms.ts';
import { placeSchema } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
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

export const shareAlarm = defineEndpoint({
  ...routes.shareAlarm,
  summary:
    'Share an alarm that is not reset: a mail or an SMS with a link to each of the e-mail addresses and mobile numbers, which are separated by commas',
  permission: 'ALARM_HANDLE',
  params: alarmParams,
  body: z.object({ recipients: z.string().trim().min(1).max(2000) }),
  response: z.object({
    /** In the order of the text. `recipient`: as it was understood, else as typed, at most 100 characters of it. */
    results: z.array(z.object({ recipient: z.string(), outcome: z.enum(shareOutcomes) })),
    /** A mail server and an SMS gateway are configured. Without one, mails or SMS wait. */
    mailServer: z.boolean(),
    smsGateway: z.boolean(),
  }),
});

/** What a link shows of an alarm that is not reset. Times are Unix milliseconds. */
const sharedAlarmSchema = z.object({
  /** The key of its message type. */
  kind: z.string(),
  /** The name of the device; its number when it has another wearer or customer now. */
  name: z.string(),
  state: z.enum(['open', 'claimed']),
  happenedAt: z.number(),
  lastSignalAt: z.number(),
  signalCount: z.number(),
  /** The latest known place; null when it is unknown or not shared. */
  place: placeSchema.nullable(),
});
export type SharedAlarm = z.output<typeof sharedAlarmSchema>;

export const getSharedAlarm = defineEndpoint({
  ...routes.getSharedAlarm,
  summary: 'The alarm of a shared link, for its holder; without a login',
  permission: 'public',
  params: z.object({ token: z.string().max(100) }),
  /** Null: the alarm is reset. */
  response: z.object({ alarm: sharedAlarmSchema.nullable() }),
});
