import { and, desc, eq, gt, inArray, ne, or } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { notificationAttempts } from '../notifications/tables.ts';
import type { Attempt } from './alarm-links.ts';
import type { AlarmRecord } from './present-alarm.ts';
import { alarms } from './tables.ts';

/** An alarm that a number was told of. */
export interface ToldAlarm {
  /** The latest message about it. */
  attempt: Attempt;
  alarm: Pick<AlarmRecord, 'alarmId' | 'custId' | 'state'>;
  /** It is over since so long that an answer is hardly about it. */
  isPast: boolean;
}

/** For so long after the message somebody who answers learns that the alarm is over. */
const rememberedMs = 86_400_000;
/** For so long after the end of an alarm an answer may still be about it. */
const crossingMs = 15 * 60_000;
/** The latest messages to a number; answers are about these. */
const mostMessages = 200;

/** The alarms that a number was told of and that are not over, or were told within the last day; the latest first. */
export async function toldAlarms(tx: Database, number: string, at: Date): Promise<ToldAlarm[]> {
  const { attemptId, recipient, at: toldAt } = notificationAttempts;
  const latest = tx
    .select({ attemptId })
    .from(notificationAttempts)
    .where(eq(recipient, number))
    .orderBy(desc(toldAt), desc(attemptId))
    .limit(mostMessages);
  const { alarmId, custId, state, resetAt } = alarms;
  const rows = await tx
    .select({ attempt: notificationAttempts, alarm: { alarmId, custId, state }, resetAt })
    .from(notificationAttempts)
    .innerJoin(alarms, eq(alarms.alarmId, notificationAttempts.alarmId))
    .where(and(inArray(attemptId, latest), or(ne(state, 'reset'), gt(toldAt, new Date(at.getTime() - rememberedMs)))))
    .orderBy(desc(toldAt), desc(attemptId));
  const seen = new Set<number>();
  return rows.flatMap(({ attempt, alarm, resetAt: ended }) => {
    if (seen.has(alarm.alarmId)) return [];
    seen.add(alarm.alarmId);
    const endedMs = ended === null ? 0 : at.getTime() - ended.getTime();
    return [{ attempt, alarm, isPast: alarm.state === 'reset' && endedMs >= crossingMs }];
  });
}
