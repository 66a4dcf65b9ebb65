import { type AnyColumn, asc, type SQL, sql } from 'drizzle-orm';

/**
 * The order of a channel: messages about alarms first, then those that were never tried, so that the ones that a provider
 * does not take keep no place of the others, then the oldest.
 */
export const mostUrgent = (of: { alarmId: AnyColumn; tries: AnyColumn }, id: AnyColumn): SQL[] => [
  asc(sql`${of.alarmId} is null`),
  asc(sql`${of.tries} > 0`),

  asc(id),
];
