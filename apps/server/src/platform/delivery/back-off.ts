import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** How a message waits that was not accepted: twice as long after each try. */
export interface BackOff {
  firstPauseMs: number;
  longestPauseMs: number;
  /** Longer than a try can take: a process that dies in it does not keep the message back for ever. */
  leaseMs: number;
}

/** The pause after so many tries. */
export const pauseAfter = (tries: number, { firstPauseMs, longestPauseMs }: BackOff): number =>
  Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs);

/**
 * By how much times may be ahead that another process has written: it had read the clock earlier than this one, or a little
 * differently. What is further ahead was written before the clock was set back.
 */
export const clockToleranceMs = 60_000;

/**
 * Whether the next try of a row is due. One that would wait longer than its pause, or than its lease, was delayed before
 * the clock was set back, and is due.
 */
export function isDue(
  { nextTryAt, tries }: { nextTryAt: SQL | AnyColumn; tries: SQL | AnyColumn },
  now: number,
  { firstPauseMs, longestPauseMs, leaseMs }: BackOff,
): SQL {
  const time = sql`${new Date(now).toISOString()}::timestamptz`;
  const longest = sql`greatest(${leaseMs}, least(${longestPauseMs}, ${firstPauseMs} * power(2, least(${tries}, 30) - 1)))`;
  return sql`(${nextTryAt} is null or ${nextTryAt} <= ${time}
    or ${nextTryAt} > ${time} + (${longest} + ${clockToleranceMs}) * interval '1 millisecond')`;
}
