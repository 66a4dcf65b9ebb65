import { type AnyColumn, asc, type SQL, sql } from 'drizzle-orm';
import type { Room } from '#platform/provider-pace.ts';

/**
 * The order of a channel: messages about alarms first, then those that were never tried, so that the ones that a provider
 * does not take keep no place of the others, then the oldest. A try that does not count is one here.
 */
export const mostUrgent = (of: { alarmId: AnyColumn; nextTryAt: AnyColumn }, id: AnyColumn): SQL[] => [
  asc(sql`${of.alarmId} is null`),
  asc(sql`${of.nextTryAt} is not null`),
  asc(id),
];

/** Of messages in this order those that have room. */
export function withRoom<M extends { alarmId: number | null }>(due: readonly M[], { others }: Room): M[] {
  const aboutAlarms = due.filter(({ alarmId }) => alarmId !== null).length;
  return due.slice(0, aboutAlarms + others);
}
