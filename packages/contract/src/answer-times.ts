import { answerGroups, answerStarts } from '@varde/catalogue/answer-times';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { readerFields } from './exports.ts';
import { alarmFilterFields, momentField } from './filters.ts';
import { routes } from './routes.ts';

const longestPeriodMs = 400 * 24 * 3_600_000;

const answers = {
  /** Alarms that were received, or came to the alarm centre, in the period. */
  alarms: z.number(),
  within60: z.number(),
  /** Of which is known whether they were taken within 60 s: they were taken, or have waited for longer. */
  due60: z.number(),
  within180: z.number(),
  /** The same of 180 s. */
  due180: z.number(),
  /** Nobody has taken them, nor reset them. */
  unanswered: z.number(),
  /** The longest time until an alarm was taken, or until now of one that waits, milliseconds; null: there was none. */
  longest: z.number().nullable(),
};

export const getAnswerTimes = defineEndpoint({
  ...routes.getAnswerTimes,
  summary:
    'How soon alarms were taken the first time, since Varde or an alarm centre had them: by a user or a receiver, or by a reset. At most 400 days, divided in the time zone',
  permission: 'DEVICE_LIST',
  query: z
    .object({
      custId: alarmFilterFields.custId,
      from: momentField,
      to: momentField,
      by: z.enum(answerGroups).default('month'),
      /** `escalated`: only alarms that came to an alarm centre, and that nobody had answered before. */
      since: z.enum(answerStarts).default('received'),
      timeZone: readerFields.timeZone,
    })
    .refine(({ from, to }) => from < to && to - from <= longestPeriodMs, {
      path: ['to'],
      message: 'is not within 400 days after from',
    }),
  response: z.object({
    total: z.object(answers),
    /** In order. */
    rows: z.array(
      z.object({
        /** `2026-11`, the hour from 0 to 23, or the number of the customer. */
        key: z.string(),
        /** Of the customer; otherwise null. */
        name: z.string().nullable(),
        ...answers,
      }),
    ),
  }),
});
