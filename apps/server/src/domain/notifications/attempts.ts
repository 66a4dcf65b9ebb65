import type { AlarmTold } from '@varde/contract/alarms';
import { and, asc, eq, inArray, isNull, min, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#platform/database.ts';
import { epoch } from '#platform/epoch.ts';
import { notificationAttempts, notificationChains, outbox, smsOutbox } from './tables.ts';

interface KeptMessage {
  state: AnyPgColumn;
  reason: AnyPgColumn;
  receipt: AnyPgColumn;
}

/**
 * What became of a message, for a query that joins both outboxes: as it stands in one while it is there, else the last that
 * its row has kept. `state` is null when the message was erased before its end; `receipt`: what the provider called it.
 */
export const messageOf = (kept: KeptMessage) => ({
  state: sql<'queued' | 'sent' | 'delivered' | 'failed' | null>`coalesce(${smsOutbox.state},
    case ${outbox.state} when 'waiting' then 'queued' else ${outbox.state} end, nullif(${kept.state}, 'queued'))`,
  reason: sql<string | null>`coalesce(${smsOutbox.reason}, ${outbox.lastError}, ${kept.reason})`,
  receipt: sql<string | null>`coalesce(${smsOutbox.receipt}, ${outbox.receipt}, ${kept.receipt})`,
});

/** Whom these alarms were told, in order. */
export function attemptsOf(db: Database, alarmIds: readonly number[]) {
  const { alarmId, at, name, recipient, channel, attemptId, why, userId, seconds, callEndedAt } =
    notificationAttempts;
  return db
    .select({
      ...{ alarmId, at, name, recipient, channel, why, userId, seconds, callEndedAt },
      ...messageOf(notificationAttempts),
      endedAt: sql<number | null>`trunc(extract(epoch from coalesce(${smsOutbox.endedAt}, ${outbox.endedAt},
        ${notificationAttempts.endedAt})) * 1000)::float8`,
    })
    .from(notificationAttempts)
    .leftJoin(smsOutbox, eq(smsOutbox.smsId, notificationAttempts.smsId))
    .leftJoin(outbox, eq(outbox.mailId, notificationAttempts.mailId))
    .where(inArray(alarmId, [...alarmIds]))
    .orderBy(asc(at), asc(attemptId));
}

/** Records when an answered call was over, and how long it lasted; null: the provider has not said it. False: it is known. */
export async function recordCallEnd(
  tx: Database,
  smsId: number,
  { at, seconds }: { at: Date; seconds: number | null },
): Promise<boolean> {
  const { callEndedAt, seconds: known } = notificationAttempts;
  const ended = await tx
    .update(notificationAttempts)
    .set({ callEndedAt: sql`coalesce(${callEndedAt}, ${at.toISOString()}::timestamptz)`, seconds })
    .where(
      and(
        eq(notificationAttempts.smsId, smsId),
        or(isNull(callEndedAt), seconds === null ? sql`false` : isNull(known)),
      ),
    )
    .returning({ attemptId: notificationAttempts.attemptId });
  return ended.length > 0;
}

/** How far an alarm has been told in the present round of its list; null: it is told to nobody. */
export async function toldSoFar(db: Database, alarmId: number): Promise<AlarmTold | null> {
  const [chain] = await db.select().from(notificationChains).where(eq(notificationChains.alarmId, alarmId));
  if (chain === undefined) return null;
  const { state, outcome, plan, round, nextAt } = chain;
  const { step, at } = notificationAttempts;
  const told = await db
    .select({ step, at: min(at) })
    .from(notificationAttempts)
    .where(and(eq(notificationAttempts.alarmId, alarmId), eq(notificationAttempts.round, round)))
    .groupBy(step);
  const times = new Map(told.map((attempt) => [attempt.step, attempt.at]));
  return {
    state,
    outcome,
    receivers: (plan?.receivers ?? []).flatMap(({ name, skipped }, index) =>
      skipped === null ? [{ name, toldAt: epoch(times.get(index) ?? null) }] : [],
    ),
    nextAt: state === 'ended' ? null : epoch(nextAt),
  };
}

/** Keeps what became of messages older than this, before the outboxes forget them. */
export async function keepResults(db: Database, oldest: SQL): Promise<void> {
  await db.execute(sql`update notification_attempts t set state = s.state, reason = s.reason, ended_at = s.ended_at,
      receipt = s.receipt
    from sms_outbox s where s.sms_id = t.sms_id and s.created_at < ${oldest} and s.state <> 'queued'`);
  await db.execute(sql`update notification_attempts t set state = m.state, reason = m.last_error,
      ended_at = m.ended_at, receipt = m.receipt
    from outbox m where m.mail_id = t.mail_id and m.created_at < ${oldest} and m.state <> 'waiting'`);
}
