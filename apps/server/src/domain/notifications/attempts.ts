import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { messageOf } from '../messages/message-state.ts';
import { outbox } from '../messages/tables.ts';
import { hasReached } from './has-reached.ts';
import { notificationAttempts } from './tables.ts';

/** Whom these alarms were told, in order. */
export function attemptsOf(db: Database, alarmIds: readonly number[]) {
  const { alarmId, round, step, receiverId, at, name, recipient, channel, attemptId, why, userId } =
    notificationAttempts;
  const { seconds, callEndedAt } = notificationAttempts;
  return db
    .select({
      ...{
        alarmId,
        round,
        step,
        receiverId,
        at,
        name,
        recipient,
        channel,
        why,
        userId,
        seconds,
        callEndedAt,
      },
      ...messageOf(notificationAttempts),
      reached: hasReached,
      endedAt: sql<
        number | null
      >`trunc(extract(epoch from coalesce(${outbox.endedAt}, ${notificationAttempts.endedAt})) * 1000)::float8`,
    })
    .from(notificationAttempts)
    .leftJoin(outbox, eq(outbox.messageId, notificationAttempts.messageId))
    .where(inArray(alarmId, [...alarmIds]))
    .orderBy(asc(at), asc(attemptId));
}

/** Records when an answered call was over, and how long it lasted; null: the provider has not said it. False: it is known. */
export async function recordCallEnd(
  tx: Database,
  messageId: number,
  { at, seconds }: { at: Date; seconds: number | null },
): Promise<boolean> {
  const { callEndedAt, seconds: known } = notificationAttempts;
  const ended = await tx
    .update(notificationAttempts)
    .set({ callEndedAt: sql`coalesce(${callEndedAt}, ${at.toISOString()}::timestamptz)`, seconds })
    .where(
      and(
        eq(notificationAttempts.messageId, messageId),
        or(isNull(callEndedAt), seconds === null ? sql`false` : isNull(known)),
      ),
    )
    .returning({ attemptId: notificationAttempts.attemptId });
  return ended.length > 0;
}

/** Keeps what became of messages older than this, before the outbox forgets them. */
export async function keepResults(db: Database, oldest: SQL): Promise<void> {
  await db.execute(sql`update notification_attempts t set state = m.state, ended_at = m.ended_at,
      reason = case when m.rings = 0 or m.reason is distinct from 'withdrawn' then m.reason end,
      receipt = m.receipt, awaits_report = m.awaits_report, given_up = m.given_up
    from outbox m where m.message_id = t.message_id and m.created_at < ${oldest} and m.state <> 'queued'`);
}
