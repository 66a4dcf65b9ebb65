import { and, eq, sql } from 'drizzle-orm';
import { type BackOff, isDue } from '#platform/back-off.ts';
import { type Database, queryRows } from '#platform/database.ts';
import { mostUrgent } from './most-urgent.ts';
import { reopenableSince } from './reopenable-since.ts';
import { smsOutbox } from './tables.ts';
import { testedSince } from './tested-since.ts';

export type OutboxSms = typeof smsOutbox.$inferSelect;

/**
 * An SMS leaves as a command of a device, or tells of an alarm; one of neither tries out a notification list. A call,
 * whose words are read aloud, lives the same life.
 */
type NewSms = { recipient: string; content: string; createdAt: Date } & (
  | { deviId: number; commandId: number }
  | { alarmId?: number; channel?: 'call' }
);

/** Adds SMS and calls, in the caller's transaction: they leave only after the commit. Returns their numbers. */
export async function queueSms(tx: Database, ...sms: NewSms[]): Promise<number[]> {
  if (sms.length === 0) return [];
  const added = await tx.insert(smsOutbox).values(sms).returning({ smsId: smsOutbox.smsId });
  return added.map(({ smsId }) => smsId);
}

/** The text of an alarm or a test is removed when the SMS has ended: it names a person, and may hold a link. */
const keptContent = sql`case when ${smsOutbox.commandId} is not null then ${smsOutbox.content} end`;

/**
 * Removes queued SMS of commands that were cancelled or have expired, of shared alarms whose reset can no longer be
 * undone, and of tests that nobody waits for any more; until then they wait.
 */
export async function withdrawSms(db: Database, now: number): Promise<void> {
  await db
    .update(smsOutbox)
    .set({ state: 'failed', reason: 'withdrawn', endedAt: new Date(now), content: keptContent })
    .where(
      sql`${smsOutbox.state} = 'queued' and not exists (select from commands c
          where c.command_id = ${smsOutbox.commandId} and c.state = 'pending')
        and not exists (select from alarms a where a.alarm_id = ${smsOutbox.alarmId}
          and (a.state <> 'reset' or a.reset_at >= ${reopenableSince(now)}))
        and not (${smsOutbox.commandId} is null and ${smsOutbox.alarmId} is null
          and ${smsOutbox.createdAt} >= ${testedSince(now)})`,
    );
}

interface DueSms extends BackOff {
  channel: OutboxSms['channel'];
  most: number;
  only?: string | undefined;
}

/**
 * Leases due SMS, so that no transaction is open while the gateway answers. Nobody is called about an alarm that somebody
 * has. `now` is Unix milliseconds; `only`: to this number alone.
 */
export function takeDueSms(
  db: Database,
  now: number,
  { channel, most, only, ...backOff }: DueSms,
): Promise<OutboxSms[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(smsOutbox)
      .where(
        sql`${smsOutbox.state} = 'queued' and ${eq(smsOutbox.channel, channel)} and ${only === undefined ? sql`true` : eq(smsOutbox.recipient, only)} and ${isDue(smsOutbox, now, backOff)}
          and not exists (select from alarms a where a.alarm_id = ${smsOutbox.alarmId} and (a.state = 'reset'
            or (${smsOutbox.channel} = 'call' and a.state = 'claimed' and a.handed_over_by is null)))`,
      )
      .orderBy(...mostUrgent(smsOutbox, smsOutbox.smsId))
      .limit(most)
      .for('update', { skipLocked: true });
    for (const { smsId, tries } of due)
      await tx
        .update(smsOutbox)
        .set({ tries: tries + 1, nextTryAt: new Date(now + backOff.leaseMs) })
        .where(eq(smsOutbox.smsId, smsId));
    return due;
  });
}

/** Delays an SMS that the gateway did not accept. */
export async function delaySms(db: Database, smsId: number, nextTryAt: Date, reason: string): Promise<void> {
  await db
    .update(smsOutbox)
    .set({ nextTryAt, reason })
    .where(and(eq(smsOutbox.smsId, smsId), eq(smsOutbox.state, 'queued')));
}

/** A telephone that was busy or not answered rings again after this time, and so often in all. */
const callAgainMs = 60_000;
const mostCalls = 3;

/**
 * Has a call made again that reached nobody: a telephone keeps no call until it can be answered, as it does an SMS. False
 * for one that has rung often enough, or has come further.
 */
export async function callAgain(
  tx: Database,
  { smsId, tries }: Pick<OutboxSms, 'smsId' | 'tries'>,
  { endedAt, reason }: Pick<SmsEnd, 'endedAt' | 'reason'>,
): Promise<boolean> {
  if (tries >= mostCalls) return false;
  const nextTryAt = new Date(endedAt.getTime() + callAgainMs);
  const again = await tx
    .update(smsOutbox)
    .set({ state: 'queued', nextTryAt, endedAt: null, reason, content: calledAgain })
    .where(and(eq(smsOutbox.smsId, smsId), eq(smsOutbox.state, 'sent')))
    .returning({ smsId: smsOutbox.smsId });
  return again.length > 0;
}

/** In the place of a text that is removed: what a call says is put together when it is answered. */
const calledAgain = 'call';

export interface SmsEnd {
  /** Accepted by the provider, delivered to the telephone, or never to be. */
  state: 'sent' | 'delivered' | 'failed';
  endedAt: Date;
  reason: string | null;
  /** The provider's own name for the SMS. */
  receipt?: string | null;
}

/** From which states an SMS comes to one: reports come late, twice and in any order, and the telephone has the last word. */
const before = {
  sent: sql`${smsOutbox.state} = 'queued'`,
  delivered: sql`(${smsOutbox.state} in ('queued', 'sent')
    or ${smsOutbox.state} = 'failed' and ${smsOutbox.reason} is distinct from 'withdrawn')`,
  failed: sql`${smsOutbox.state} in ('queued', 'sent')`,
};

/** Ends an SMS. False when it had come further: a report can be quicker than the provider's answer. */
export async function endSms(tx: Database, smsId: number, end: SmsEnd): Promise<boolean> {
  const ended = await tx
    .update(smsOutbox)
    .set({ ...end, content: keptContent })
    .where(sql`${smsOutbox.smsId} = ${smsId} and ${before[end.state]}`)
    .returning({ smsId: smsOutbox.smsId });
  return ended.length > 0;
}

/** The SMS or call that a provider names by this token; undefined when there is none. */
export async function findReportedSms(
  tx: Database,
  token: string,
  channel: OutboxSms['channel'] = 'sms',
): Promise<OutboxSms | undefined> {
  const named = and(eq(smsOutbox.reportToken, token), eq(smsOutbox.channel, channel));
  const [found] = await tx.select().from(smsOutbox).where(named);
  return found;
}

/** The customer that has a device now. */
export async function customerOf(tx: Database, deviId: number): Promise<number | undefined> {
  const [row] = await queryRows<{ id: number }>(
    tx,
    sql`select cust_id as id from devices where devi_id = ${deviId}`,
  );
  return row?.id;
}
