import { answerGroups, answerStarts } from '@varde/catalogue/answer-times';
import { alarmFilterFields } from '@varde/contract/filters';
import * as z from 'zod/mini';
import { dayField } from '#data/day-parameter.ts';
import { parameter, searchReader } from '#data/search-parameters.ts';

/** Reads the filter of the alarm history from an address. */
export const readHistoryFilter = searchReader({
  search: parameter(alarmFilterFields.search),
  cust: parameter(alarmFilterFields.custId),
  kind: parameter(alarmFilterFields.metyId),
  outcome: parameter(alarmFilterFields.outcome),
  escalated: parameter(alarmFilterFields.escalated),
  who: parameter(alarmFilterFields.who),
  from: parameter(dayField),
  to: parameter(dayField),
});
export type HistoryFilter = ReturnType<typeof readHistoryFilter>;

/** Reads the period, the customer, the division and the beginning of the report of answer times from an address. */
export const readAnswerFilter = searchReader({
  cust: parameter(alarmFilterFields.custId),
  by: parameter(z.enum(answerGroups)),
  since: parameter(z.enum(answerStarts)),
  from: parameter(dayField),
  to: parameter(dayField),
});
export type AnswerFilter = ReturnType<typeof readAnswerFilter>;
