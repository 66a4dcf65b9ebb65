import type { RoundCause } from '@varde/contract/alarm-why';
import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import { eq, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { idsNamed, prepared } from '#platform/database/prepared.ts';
import { outbox } from '../messages/tables.ts';
import { notificationAttempts, notificationChains } from './tables.ts';

export type Chain = typeof notificationChains.$inferSelect;

/** A receiver who was just told is told again by a further signal only after this time. */
export const nextRoundMs = 60_000;

const time = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/**
 * Begins to tell alarms that were raised, and anew those that were signalled again after everybody had been told. One
 * statement, which reads no list: nothing in a list can stop an alarm. The caller holds the locks of the alarms.
 */
export async function startChains(
  tx: Database,
  alarmIds: readonly number[],
  now: number,
  cause: RoundCause = 'signalled',
): Promise<void> {
  await start(tx, { alarmIds, cause, now: new Date(now).toISOString() });
}

/** Begins at once and from the beginning: nobody has these alarms any more. The caller holds the locks of the alarms. */
export async function restartChains(
  tx: Database,
  alarmIds: readonly number[],
  at: Date,
  cause: RoundCause,
): Promise<void> {
  await restart(tx, { alarmIds, cause, now: at.toISOString() });
}

const givenTime = sql`${sql.placeholder('now')}::timestamptz`;
const givenCause = sql`${sql.placeholder('cause')}::text`;
const given = idsNamed('alarmIds');
const since = sql`least(c.started_at, ${givenTime}) + ${sql.raw(`${nextRoundMs}`)} * interval '1 millisecond'`;

const anew = sql`state = 'running', outcome = null, ended_at = null, round = c.round + 1,
  repeated = 0, next_step = 0, plan = null, round_cause = ${givenCause}, step_cause = null`;

const start = prepared(
  'start_chains',
  sql`insert into notification_chains as c (alarm_id, next_at, waits_since, started_at)
    select alarm_id, ${givenTime}, ${givenTime}, ${givenTime} from unnest(${given}) alarm_id
    on conflict (alarm_id) do update set ${anew}, next_at = greatest(excluded.next_at, ${since}),
      waits_since = excluded.waits_since, started_at = greatest(excluded.started_at, ${since})
    where c.state <> 'running'`,
);

const restart = prepared(
  'restart_chains',
  sql`insert into notification_chains as c (alarm_id, next_at, waits_since, started_at, round_cause)
    select alarm_id, ${givenTime}, ${givenTime}, ${givenTime}, ${givenCause} from unnest(${given}) alarm_id
    on conflict (alarm_id) do update set ${anew}, next_at = excluded.next_at, waits_since = excluded.waits_since,
      started_at = excluded.started_at`,
);

export async function saveChain(
  tx: Database,
  alarmId: number,
  change: Partial<Omit<Chain, 'alarmId' | 'outcome' | 'endedAt'>>,
): Promise<void> {
  await tx.update(notificationChains).set(change).where(eq(notificationChains.alarmId, alarmId));
}

export async function endChain(
  tx: Database,
  alarmId: number,
  end: { outcome: NonNullable<Chain['outcome']>; at: Date },
): Promise<void> {
  await tx
    .update(notificationChains)
    .set({ state: 'ended', outcome: end.outcome, endedAt: end.at })
    .where(eq(notificationChains.alarmId, alarmId));
}

/** Tells the next receiver at once, when this message is of the step that is waited for. */
export async function hurryChain(
  tx: Database,
  { alarmId, round, step }: { alarmId: number; round: number; step: number },
  at: Date,
  stepCause: NonNullable<Chain['stepCause']>,
): Promise<void> {
  await tx.execute(sql`update notification_chains set next_at = ${time(at.getTime())}, step_cause = ${stepCause}
    where alarm_id = ${alarmId} and state = 'running' and round = ${round} and next_step = ${step + 1}
      and next_at > ${time(at.getTime())}`);
}

/**
 * Tells the next receiver at once when this message has not arrived, and no other to the same receiver can any more:
 * nobody waits for a telephone that is off. The caller holds the lock of the alarm.
 */
export async function passOver(tx: Database, messageId: number, at: Date): Promise<void> {
  const [unreached] = await queryRows<{ alarmId: number; round: number; step: number }>(
    tx,
    sql`select alarm_id as "alarmId", round, step from notification_attempts t
      where t.message_id = ${messageId} and not exists (select from notification_attempts o
        left join outbox m on m.message_id = o.message_id
        where o.alarm_id = t.alarm_id and o.round = t.round and o.step = t.step and o.attempt_id <> t.attempt_id
          and coalesce(m.state, o.state) <> 'failed')`,
  );
  if (unreached !== undefined) await hurryChain(tx, unreached, at, 'unreached');
}

/** Who is told by this message. `party` null: nobody that is known any more. */
export async function toldBy(
  tx: Database,
  messageId: number,
): Promise<{ party: string | null; userId: number | null }> {
  const { name, recipient, userId } = notificationAttempts;
  const [told] = await tx
    .select({ name, recipient, userId })
    .from(notificationAttempts)
    .where(eq(notificationAttempts.messageId, messageId));
  return told === undefined ? { party: null, userId: null } : { party: partyOf(told), userId: told.userId };
}

/** As the timeline names a receiver; null: erased. */
export const partyOf = ({ name, recipient }: { name: string; recipient: string | null }): string | null =>
  [name, recipient].filter(Boolean).join(', ') || null;

export async function recordAnswer(
  tx: Database,
  attemptId: number,
  answer: Pick<typeof notificationAttempts.$inferInsert, 'answer' | 'answeredAt'>,
): Promise<void> {
  await tx.update(notificationAttempts).set(answer).where(eq(notificationAttempts.attemptId, attemptId));
}

/** What a chain stores of a wait. */
export const waitFrom = (since: Date, ms: number) => ({
  waitsSince: since,
  nextAt: new Date(since.getTime() + ms),
});

/**
 * Messages about an alarm that has been taken are worth nothing any more, nor those that the same receiver gets again:
 * those that still wait are not sent. `only`: to this address alone; browsers of several users may have one name.
 */
export async function withdrawAttempts(
  tx: Database,
  alarmId: number,
  at: Date,
  only?: { channel: ReceiverChannel; recipient: string; userId: number | null },
): Promise<void> {
  const ofReceiver =
    only &&
    sql`and t.channel = ${only.channel} and t.recipient = ${only.recipient}
      and (t.channel <> 'push' or t.user_id = ${only.userId}::int)`;
  await tx
    .update(outbox)
    .set({ state: 'failed', reason: 'withdrawn', endedAt: at, content: null })
    .where(
      sql`${outbox.state} = 'queued' and ${outbox.messageId} in (
        select t.message_id from notification_attempts t where t.alarm_id = ${alarmId} ${ofReceiver})`,
    );
}

export type NewAttempt = typeof notificationAttempts.$inferInsert;

export async function recordAttempts(tx: Database, attempts: readonly NewAttempt[]): Promise<void> {
  if (attempts.length > 0) await tx.insert(notificationAttempts).values([...attempts]);
}
