import { channelRules, receiverChannels } from '@varde/contract/event-setup-form';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { isLock } from '#platform/database/held-lock.ts';
import { type BackOff, isDue } from '#platform/delivery/back-off.ts';
import { makeDue } from '#platform/delivery/due-again.ts';
import type { FairTurns, Waiting } from '#platform/delivery/fair-turns.ts';
import type { Delayed } from '#platform/delivery/outages.ts';
import type { Room } from '#platform/delivery/provider-pace.ts';
import { waitingIn } from '#platform/delivery/waiting-rows.ts';
import { inOrder, inTurn, notReset, urgency, wasTried } from './in-turn.ts';
import type { MailTemplate } from './mail-content.ts';
import { reopenableSince } from './reopenable-since.ts';
import { outbox } from './tables.ts';
import { testedSince } from './tested-since.ts';

export type OutboxMessage = typeof outbox.$inferSelect;

/**
 * An SMS leaves as a command of a device; any other message may tell of an alarm, and is withdrawn when that is reset
 * before it leaves. One of neither is about an account, tries out a notification list, or answers a receiver.
 */
type NewMessage = Pick<OutboxMessage, 'channel' | 'recipient' | 'createdAt'> & { content: string } & (
    | { channel: 'sms'; deviId: number; commandId: number }
    | { channel: 'email'; template: string; language: string; alarmId?: number }
    | { channel: 'push'; browserId: number; alarmId?: number }
    | { channel: Exclude<OutboxMessage['channel'], 'email' | 'push'>; alarmId?: number }
  );

/** Adds messages in the caller's transaction: they leave only after the commit. Returns their numbers. */
export async function queueMessages(tx: Database, ...messages: NewMessage[]): Promise<number[]> {
  if (messages.length === 0) return [];
  const added = await tx.insert(outbox).values(messages).returning({ messageId: outbox.messageId });
  return added.map(({ messageId }) => messageId);
}

/** What stays of a message that has ended: the text of a command. Any other names a person, and may hold a link. */
const keptContent = sql`case when ${outbox.commandId} is not null then ${outbox.content} end`;

/**
 * Removes queued messages of a channel: of commands that were cancelled or have expired, of alarms whose reset can no longer
 * be undone, until when they wait, and of tests and answers that nobody waits for any more.
 */
export async function withdrawMessages(db: Database, channel: OutboxMessage['channel'], now: number): Promise<void> {
  const ofAccount = sql`(${outbox.channel} = 'email' and ${outbox.template} <> ${'alarmTest' satisfies MailTemplate})`;
  await db
    .update(outbox)
    .set({ state: 'failed', reason: 'withdrawn', endedAt: new Date(now), content: keptContent })
    .where(
      // Values, not "exists": for that, PostgreSQL reads every alarm that was ever reset.
      sql`${outbox.state} = 'queued' and ${eq(outbox.channel, channel)} and case
        when ${outbox.commandId} is not null
          then (select c.state <> 'pending' from commands c where c.command_id = ${outbox.commandId})
        when ${outbox.alarmId} is not null
          then (select a.state = 'reset' and a.reset_at < ${reopenableSince(now)}
            from alarms a where a.alarm_id = ${outbox.alarmId})
        else not ${ofAccount} and ${outbox.createdAt} < ${testedSince(now)} end`,
    );
}

interface DueMessages extends BackOff {
  channel: OutboxMessage['channel'];
  room: Room;
  turns: FairTurns;
  /** Who is handed them; without it they cost nothing. */
  provider?: string | undefined;
  only?: string | undefined;
  /** On their way in this process, whatever has become of their leases. */
  but?: ReadonlySet<number>;
}

/** A message whose turn it is. */
export type TakenMessage = OutboxMessage & { turn: Waiting };

/**
 * Leases due messages of a channel, those whose turn it is, so that no transaction is open while the provider answers.
 * `now` is Unix milliseconds; `only`: to this number alone.
 */
export function takeDueMessages(
  db: Database,
  now: number,
  { channel, room, turns, only, provider, but = new Set(), ...backOff }: DueMessages,
): Promise<TakenMessage[]> {
  const toOnly = only === undefined ? sql`true` : eq(outbox.recipient, only);
  const isOnItsWay = sql`${outbox.messageId} = any (${sql.param([...but])}::bigint[])`;
  const isWaiting = sql`${outbox.state} = 'queued' and ${eq(outbox.channel, channel)} and ${toOnly}
    and ${isDue(outbox, now, backOff)} and not ${isOnItsWay}`;
  return db.transaction(async (tx) => {
    const chosen = inTurn(turns, await waitingIn(tx, turns, dueMessages(isWaiting)), room);
    const due = await tx
      .select()
      .from(outbox)
      .where(and(inArray(outbox.messageId, [...chosen.keys()]), isWaiting))
      .for('no key update', { skipLocked: true });
    const nextTryAt = new Date(now + backOff.leaseMs);
    const handedTo = provider ?? null;
    const leased = inOrder(chosen, due).map((message) => ({
      ...message,
      ...{ tries: message.tries + 1, provider: handedTo, nextTryAt },
    }));
    const ids = leased.map(({ messageId }) => messageId);
    await tx
      .update(outbox)
      .set({ tries: sql`${outbox.tries} + 1`, nextTryAt, provider: handedTo })
      .where(inArray(outbox.messageId, ids));
    return leased;
  });
}

/**
 * For `waitingIn`. The customer is the alarm's, or that of the device. A message about an alarm that was reset waits: that
 * may still be undone. Receivers take turns with what was never tried; of the rest of a customer the oldest comes first.
 */
function dueMessages(isWaiting: SQL): SQL {
  const host = sql`lower(substring(b.endpoint from '://([^/?#]*)'))`;
  const recipient = sql`coalesce(${outbox.browserId}::text, ${outbox.recipient})`;
  return sql`select ${outbox.messageId} as id, c.path, ${urgency} as urgency,
      case when ${wasTried} then coalesce(${host}, '') else ${recipient} end as leaf, ${host} as host
    from outbox left join ${notReset} on a.alarm_id = ${outbox.alarmId}
      left join lateral (select min(e.message_id) as id from outbox e where e.alarm_id = a.alarm_id
        and e.channel = ${outbox.channel} and e.state <> 'failed') first on true
      left join devices d on d.devi_id = ${outbox.deviId}
      left join customers c on c.cust_id = coalesce(a.cust_id, d.cust_id)
      left join push_browsers b on b.browser_id = ${outbox.browserId}
    where ${isWaiting} and (${outbox.alarmId} is null or a.alarm_id is not null)`;
}

/** The try is the latest one, and nobody has ended, withdrawn or delayed the message since it was leased for it. */
const isUnderWay = ({ messageId, tries, rings }: OutboxMessage) =>
  and(eq(outbox.messageId, messageId), eq(outbox.state, 'queued'), eq(outbox.tries, tries), eq(outbox.rings, rings));

/** Leases a message for longer. False when the try is not under way any more. */
export async function renewLease(db: Database, message: OutboxMessage, nextTryAt: Date): Promise<boolean> {
  const renewed = await db
    .update(outbox)
    .set({ nextTryAt })
    .where(isUnderWay(message))
    .returning({ messageId: outbox.messageId });
  return renewed.length > 0;
}

/**
 * Delays a message that the provider did not accept, or may have accepted (`isDoubtful`). `tries`: a try that does not count.
 * False when the try is not under way any more.
 */
export async function delayMessage(
  db: Database,
  message: OutboxMessage,
  { isDoubtful, ...delay }: { nextTryAt: Date; reason: string; isDoubtful: boolean; tries?: number },
): Promise<boolean> {
  const delayed = await db
    .update(outbox)
    .set({ ...delay, ...(isDoubtful && { doubts: message.doubts + 1 }) })
    .where(isUnderWay(message))
    .returning({ messageId: outbox.messageId });
  return delayed.length > 0;
}

/**
 * Messages about alarms that the process before this one had begun to hand over, or had put off, are due: after a crash an
 * alarm waits for no lease. Nothing while processes run jobs beside this one: a lease may be theirs.
 */
export async function endLeases(db: Database, now: number): Promise<void> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  await db.execute(sql`update outbox set next_try_at = ${at}
    where state = 'queued' and alarm_id is not null and rings = 0 and next_try_at > ${at}
      and not exists (select from pg_locks where granted and ${sql.raw(isLock(advisoryLocks.jobs))})`);
}

/** Makes messages due that were put off in an outage of their provider which is over. */
export const endDelays = (db: Database, delayed: readonly Delayed[], now: number): Promise<void> =>
  makeDue(db, { table: sql`outbox`, id: sql`message_id` }, delayed, now);

/** A telephone that was busy or not answered rings again after this time, and so often in all. */
const callAgainMs = 60_000;
const mostCalls = 3;

/**
 * Has a call made again that reached nobody: a telephone keeps no call until it can be answered, as it does an SMS. False
 * for one that has rung often enough, or has come further, and when somebody has taken the alarm.
 */
export async function callAgain(
  tx: Database,
  { messageId, rings }: OutboxMessage,
  { endedAt, reason }: Pick<MessageEnd, 'endedAt' | 'reason'>,
): Promise<boolean> {
  if (rings + 1 >= mostCalls) return false;
  const nextTryAt = new Date(endedAt.getTime() + callAgainMs);
  const again = await tx
    .update(outbox)
    .set({ state: 'queued', nextTryAt, endedAt: null, reason, content: calledAgain, rings: rings + 1 })
    .where(
      sql`${outbox.messageId} = ${messageId} and ${before.failed} and ${outbox.rings} = ${rings} and not exists (
        select from alarms a where a.alarm_id = ${outbox.alarmId}
          and a.state = 'claimed' and a.handed_over_by is null)`,
    )
    .returning({ messageId: outbox.messageId });
  return again.length > 0;
}

/** In the place of a text that is removed: what a call says is put together when it is answered. */
const calledAgain = 'call';

export interface MessageEnd {
  /** Accepted by the provider, delivered to the telephone, or never to be. */
  state: 'sent' | 'delivered' | 'failed';
  endedAt: Date;
  reason: string | null;
  /** The provider's own name for the message. */
  receipt?: string | null;
  /** The provider will report whether it arrives. */
  awaitsReport?: boolean;
  /** It failed because it was tried until it was too old. */
  givenUp?: boolean;
  /** What the provider charges, where it says so, in ten-thousandths of the currency of the account. */
  price?: number;
}

/** Channels whose providers say what became of a message that has left. */
const reported = receiverChannels.filter((channel) => channelRules[channel].arrives !== 'sent');

/**
 * From which states a message comes to one: reports come late, twice and in any order, and the telephone has the last word.
 * One that was withdrawn while it was on its way has left all the same.
 */
const before = {
  sent: sql`(${outbox.state} = 'queued' or ${outbox.state} = 'failed' and ${outbox.reason} = 'withdrawn')`,
  delivered: sql`${outbox.state} <> 'delivered'`,
  failed: sql`(${outbox.state} = 'queued' or ${outbox.state} = 'sent' and ${inArray(outbox.channel, reported)})`,
};

/**
 * Ends a message. False when it had come further: a report can be quicker than the provider's answer, and what is said of an
 * earlier call comes too late when a call is to be made again, unless somebody has answered it.
 */
export async function endMessage(
  tx: Database,
  { messageId, rings }: OutboxMessage,
  { price: _, ...end }: MessageEnd,
): Promise<boolean> {
  const isSame = end.state === 'delivered' ? sql`true` : eq(outbox.rings, rings);
  const ended = await tx
    .update(outbox)
    .set({ ...end, content: keptContent })
    .where(sql`${outbox.messageId} = ${messageId} and ${before[end.state]} and ${isSame}`)
    .returning({ messageId: outbox.messageId });
  if (ended.length > 0) return true;
  const { receipt = null } = end;
  if (receipt !== null)
    await tx
      .update(outbox)
      .set({ receipt })
      .where(and(eq(outbox.messageId, messageId), isNull(outbox.receipt)));
  return false;
}

/** The message of a channel that a provider names by this token; undefined when there is none. */
export async function findReported(
  tx: Database,
  token: string,
  channel: OutboxMessage['channel'],
): Promise<OutboxMessage | undefined> {
  const named = and(eq(outbox.reportToken, token), eq(outbox.channel, channel));
  const [found] = await tx.select().from(outbox).where(named);
  return found;
}

/** The customer that has a device now. */
export async function customerOf(tx: Database, deviId: number): Promise<number | undefined> {
  const [row] = await queryRows<{ id: number }>(tx, sql`select cust_id as id from devices where devi_id = ${deviId}`);
  return row?.id;
}
