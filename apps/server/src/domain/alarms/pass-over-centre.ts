import { gt, lte, or, type SQL } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { clockToleranceMs } from '#platform/delivery/back-off.ts';
import { startChains } from '../notifications/chains.ts';
import { queueHookEvents } from '../web-hooks/hook-events.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { type Centred, centreOfAlarm, longestAnswerMs } from './centre-answers.ts';
import { changeAlarmIf } from './claims.ts';
import { alarms } from './tables.ts';

/** Alarms that their alarm centre has not taken in time, at most `most`. */
export function findUnansweredByCentre(db: Database, { at, most }: { at: Date; most: number }) {
  return db
    .select({ alarmId: alarms.alarmId, escalatedTo: alarms.escalatedTo })
    .from(alarms)
    .where(isLate(at))
    .orderBy(alarms.centreDueAt)
    .limit(most);
}

/**
 * Records that an alarm centre has not taken an alarm in time. Its list begins again, and the centre is told at the end
 * of that round. False when somebody has taken it meanwhile. In a transaction.
 */
export async function passOverCentre(tx: Database, alarm: Centred, at: Date): Promise<boolean> {
  const { alarmId } = alarm;
  const late = await changeAlarmIf(tx, { alarmId, scope: 'server', condition: isLate(at) }, { centreDueAt: null });
  if (late === null) return false;
  const party = (await centreOfAlarm(tx, alarm))?.firmName;
  await recordAlarmEvent(tx, { alarmId, event: 'noAnswer', header: 104, at, ...(party && { party }) });
  await queueHookEvents(tx, [{ alarmId, event: 'alarmUnanswered', at }]);
  await startChains(tx, [alarmId], at.getTime(), 'centreSilent');
  return true;
}

/** A time beyond the longest wait was set before the clock was set back. */
const isLate = (at: Date): SQL | undefined =>
  or(lte(alarms.centreDueAt, at), gt(alarms.centreDueAt, new Date(at.getTime() + longestAnswerMs + clockToleranceMs)));
