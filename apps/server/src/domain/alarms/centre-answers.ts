import { alarmEventNumber, type TakenWay } from '@varde/catalogue/alarm-events';
import { and, eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { customers } from '../customers/tables.ts';
import type { AlarmCentre } from '../devices/alarm-centre.ts';
import type { Why } from '../notifications/plan.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import type { AlarmRecord } from './present-alarm.ts';
import { alarmEvents, alarms } from './tables.ts';

export type Centred = Pick<AlarmRecord, 'alarmId' | 'escalatedTo'>;

/** A centre that answers nothing is told at least once in an hour. */
export const longestAnswerMs = 3_600_000;

/**
 * Tells an alarm centre of an alarm that it has, and waits for somebody there to take it: twice as long after each time
 * that nobody did, so that the alarm does not fill its timeline. In the transaction that holds the alarm's lock.
 */
export async function tellCentre(
  tx: Database,
  alarmId: number,
  centre: Pick<AlarmCentre, 'firmName' | 'answerSeconds'>,
  { at, why }: { at: Date; why?: Why },
): Promise<void> {
  const { noAnswer } = alarmEventNumber;
  const unanswered = await tx.$count(
    alarmEvents,
    and(eq(alarmEvents.alarmId, alarmId), eq(alarmEvents.number, noAnswer), eq(alarmEvents.header, 104)),
  );
  const wait = Math.min(centre.answerSeconds * 1000 * 2 ** unanswered, longestAnswerMs);
  await tx
    .update(alarms)
    .set({ centreDueAt: new Date(at.getTime() + wait) })
    .where(eq(alarms.alarmId, alarmId));
  await recordAlarmEvent(tx, {
    alarmId,
    event: 'alarmCentreCall',
    at,
    party: centre.firmName,
    ...(why && { why }),
  });
}

interface Claimed {
  alarmId: number;
  userId: number;
  at: Date;
}

/** Records who has taken the alarm, and that it is the alarm centre if it is. In the transaction of the claim. */
export async function recordClaim(
  tx: Database,
  { alarmId, userId, at, escalatedTo }: Claimed & Centred,
): Promise<void> {
  const centre = escalatedTo === null ? undefined : await centreOfUser(tx, { userId, custId: escalatedTo });
  const claim = { alarmId, userId, at };
  const way: TakenWay = centre === undefined ? 'inConsole' : 'atAlarmCentre';
  await recordAlarmEvent(tx, { ...claim, event: 'claimed', result: way });
  if (centre !== undefined)
    await recordAlarmEvent(tx, { ...claim, event: 'alarmCentreAnswer', party: centre.firmName });
}

/** This alarm centre if the user belongs to it. */
async function centreOfUser(
  tx: Database,
  { userId, custId }: { userId: number; custId: number },
): Promise<{ firmName: string } | undefined> {
  const [centre] = await queryRows<{ firmName: string }>(
    tx,
    sql`select c.firm_name as "firmName" from customers c
      where c.cust_id = ${custId} and ${userId} in (select u.user_id from users u where u.cust_id = c.cust_id
        union select p.user_id from user_policies p where p.cust_id = c.cust_id)`,
  );
  return centre;
}

/** The alarm centre that has an alarm; undefined: none. */
export async function centreOfAlarm(tx: Database, { escalatedTo }: Centred) {
  if (escalatedTo === null) return undefined;
  const { firmName, takesAlarms, answerSeconds } = customers;
  const [centre] = await tx
    .select({ firmName, takesAlarms, answerSeconds })
    .from(customers)
    .where(eq(customers.custId, escalatedTo));
  return centre;
}
