import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { type BackOff, isDue } from '#platform/delivery/back-off.ts';
import { makeDue } from '#platform/delivery/due-again.ts';
import type { FairTurns, Waiting } from '#platform/delivery/fair-turns.ts';
import type { Delayed } from '#platform/delivery/outages.ts';
import type { Room } from '#platform/delivery/provider-pace.ts';
import { waitingIn } from '#platform/delivery/waiting-rows.ts';
import { inOrder, inTurn, isNotOfReset, leafOf, notReset, urgencyOf } from './in-turn.ts';
import { reopenableSince } from './reopenable-since.ts';
import { smsOutbox } from './tables.ts';
import { testedSince } from './tested-since.ts';

export type OutboxSms = typeof smsOutbox.$inferSelect;

/**
 * An SMS leaves as a command of a device, or tells of an alarm; one of neither tries out a notification list, or answers a receiver. A call,
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
  room: Room;
  turns: FairTurns;
  /** Who is handed them; without it they cost nothing. */
  provider?: string | undefined;
  only?: string | undefined;
}

/** An SMS whose turn it is. */
export type TakenSms = OutboxSms & { turn: Waiting };

/**
 * Leases due SMS, those whose turn it is, so that no transaction is open while the gateway answers. `now` is Unix
 * milliseconds; `only`: to this number alone.
 */
export function takeDueSms(
  db: Database,
  now: number,
  { channel, room, turns, only, provider, ...backOff }: DueSms,
): Promise<TakenSms[]> {
  const toOnly = only === undefined ? sql`true` : eq(smsOutbox.recipient, only);
  const isWaiting = sql`${smsOutbox.state} = 'queued' and ${eq(smsOutbox.channel, channel)} and ${toOnly} and ${isDue(smsOutbox, now, backOff)}`;
  return db.transaction(async (tx) => {
    const chosen = inTurn(turns, await waitingIn(tx, turns, dueSms(isWaiting)), room);
    const due = await tx
      .select()
      .from(smsOutbox)
      .where(and(inArray(smsOutbox.smsId, [...chosen.keys()]), isWaiting))
      .for('no key update', { skipLocked: true });
    const leased = inOrder(chosen, due, ({ smsId }) => smsId).map((sms) => ({
      ...sms,
      tries: sms.tries + 1,
      provider: provider ?? null,
      nextTryAt: new Date(now + backOff.leaseMs),
    }));
    for (const { smsId, tries, nextTryAt, provider: handedTo } of leased)
      await tx.update(smsOutbox).set({ tries, nextTryAt, provider: handedTo }).where(eq(smsOutbox.smsId, smsId));
    return leased;
  });
}

/** For `waitingIn`. The customer is the alarm's, or that of the device. */
function dueSms(isWaiting: SQL): SQL {
  const host = sql`lower(substring(b.endpoint from '://([^/?#]*)'))`;
  const recipient = sql`coalesce(${smsOutbox.browserId}::text, ${smsOutbox.recipient})`;
  return sql`select ${smsOutbox.smsId} as id, c.path, ${urgencyOf(smsOutbox, smsOutbox.smsId)} as urgency,
      ${leafOf(smsOutbox, recipient, host)} as leaf, ${host} as host
    from sms_outbox left join ${notReset} on a.alarm_id = ${smsOutbox.alarmId}
      left join lateral (select min(e.sms_id) as id from sms_outbox e where e.alarm_id = a.alarm_id
        and e.channel = ${smsOutbox.channel} and e.state <> 'failed') first on true
      left join devices d on d.devi_id = ${smsOutbox.deviId}
      left join customers c on c.cust_id = coalesce(a.cust_id, d.cust_id)
      left join push_browsers b on b.browser_id = ${smsOutbox.browserId}
    where ${isWaiting} and ${isNotOfReset(smsOutbox)}`;
}

/** The try is the latest one, and nobody has ended, withdrawn or delayed the SMS since it was leased for it. */
const isUnderWay = ({ smsId, tries, rings }: OutboxSms) =>
  and(
    eq(smsOutbox.smsId, smsId),
    eq(smsOutbox.state, 'queued'),
    eq(smsOutbox.tries, tries),
    eq(smsOutbox.rings, rings),
  );

/** Leases an SMS for longer. False when the try is not under way any more. */
export async function renewLease(db: Database, sms: OutboxSms, nextTryAt: Date): Promise<boolean> {
  const renewed = await db
    .update(smsOutbox)
    .set({ nextTryAt })
    .where(isUnderWay(sms))
    .returning({ smsId: smsOutbox.smsId });
  return renewed.length > 0;
}

/**
 * Delays an SMS that the gateway did not accept, or may have accepted (`isDoubtful`). `tries`: a try that does not count.
 * False when the try is not under way any more.
 */
export async function delaySms(
  db: Database,
  sms: OutboxSms,
  { isDoubtful, ...delay }: { nextTryAt: Date; reason: string; isDoubtful: boolean; tries?: number },
): Promise<boolean> {
  const delayed = await db
    .update(smsOutbox)
    .set({ ...delay, ...(isDoubtful && { doubts: sms.doubts + 1 }) })
    .where(isUnderWay(sms))
    .returning({ smsId: smsOutbox.smsId });
  return delayed.length > 0;
}

/** Makes SMS due that were put off in an outage of their provider which is over. */
export const endDelays = (db: Database, delayed: readonly Delayed[], now: number): Promise<void> =>
  makeDue(db, { table: sql`sms_outbox`, id: sql`sms_id` }, delayed, now);

/** A telephone that was busy or not answered rings again after this time, and so often in all. */
const callAgainMs = 60_000;
const mostCalls = 3;

/**
 * Has a call made again that reached nobody: a telephone keeps no call until it can be answered, as it does an SMS. False
 * for one that has rung often enough, or has come further, and when somebody has taken the alarm.
 */
export async function callAgain(
  tx: Database,
  { smsId, rings }: OutboxSms,
  { endedAt, reason }: Pick<SmsEnd, 'endedAt' | 'reason'>,
): Promise<boolean> {
  if (rings + 1 >= mostCalls) return false;
  const nextTryAt = new Date(endedAt.getTime() + callAgainMs);
  const again = await tx
    .update(smsOutbox)
    .set({ state: 'queued', nextTryAt, endedAt: null, reason, content: calledAgain, rings: rings + 1 })
    .where(
      sql`${smsOutbox.smsId} = ${smsId} and ${before.failed} and ${smsOutbox.rings} = ${rings} and not exists (
        select from alarms a where a.alarm_id = ${smsOutbox.alarmId}
          and a.state = 'claimed' and a.handed_over_by is null)`,
    )
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
  /** The provider will report whether it arrives. */
  awaitsReport?: boolean;
  /** What the provider charges, where it says so, in ten-thousandths of the currency of the account. */
  price?: number;
}

/**
 * From which states an SMS comes to one: reports come late, twice and in any order, and the telephone has the last word.
 * One that was withdrawn while it was on its way has left all the same.
 */
const before = {
  sent: sql`(${smsOutbox.state} = 'queued' or ${smsOutbox.state} = 'failed' and ${smsOutbox.reason} = 'withdrawn')`,
  delivered: sql`${smsOutbox.state} <> 'delivered'`,
  failed: sql`${smsOutbox.state} in ('queued', 'sent')`,
};

/**
 * Ends an SMS. False when it had come further: a report can be quicker than the provider's answer, and what is said of an
 * earlier call comes too late when a call is to be made again, unless somebody has answered it.
 */
export async function endSms(
  tx: Database,
  { smsId, rings }: OutboxSms,
  { price: _, ...end }: SmsEnd,
): Promise<boolean> {
  const isSame = end.state === 'delivered' ? sql`true` : eq(smsOutbox.rings, rings);
  const ended = await tx
    .update(smsOutbox)
    .set({ ...end, content: keptContent })
    .where(sql`${smsOutbox.smsId} = ${smsId} and ${before[end.state]} and ${isSame}`)
    .returning({ smsId: smsOutbox.smsId });
  if (ended.length > 0) return true;
  const { receipt = null } = end;
  if (receipt !== null)
    await tx
      .update(smsOutbox)
      .set({ receipt })
      .where(and(eq(smsOutbox.smsId, smsId), isNull(smsOutbox.receipt)));
  return false;
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
  const [row] = await queryRows<{ id: number }>(tx, sql`select cust_id as id from devices where devi_id = ${deviId}`);
  return row?.id;
}
