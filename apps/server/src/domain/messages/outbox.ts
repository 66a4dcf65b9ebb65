import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { type BackOff, isDue } from '#platform/delivery/back-off.ts';
import { makeDue } from '#platform/delivery/due-again.ts';
import type { FairTurns, Waiting } from '#platform/delivery/fair-turns.ts';
import type { Delayed } from '#platform/delivery/outages.ts';
import type { Room } from '#platform/delivery/provider-pace.ts';
import { waitingIn } from '#platform/delivery/waiting-rows.ts';
import { inOrder, inTurn, isNotOfReset, leafOf, notReset, urgencyOf } from './in-turn.ts';
import type { MailTemplate } from './queue-mail.ts';
import { reopenableSince } from './reopenable-since.ts';
import { outbox } from './tables.ts';
import { testedSince } from './tested-since.ts';

export type OutboxMail = typeof outbox.$inferSelect;

/** A mail whose turn it is. */
export type TakenMail = OutboxMail & { turn: Waiting };

/**
 * Leases due mails, those whose turn it is, so that no transaction is open while the mail server answers. `now` is Unix
 * milliseconds.
 */
export function takeDueMails(
  db: Database,
  now: number,
  { room, turns, ...backOff }: BackOff & { room: Room; turns: FairTurns },
): Promise<TakenMail[]> {
  const isWaiting = sql`${outbox.state} = 'waiting' and ${isDue(outbox, now, backOff)}`;
  return db.transaction(async (tx) => {
    const waiting = await waitingIn(
      tx,
      turns,
      sql`select ${outbox.mailId} as id, c.path, ${urgencyOf(outbox, outbox.mailId)} as urgency,
          ${leafOf(outbox, sql`${outbox.recipient}`)} as leaf, null::text as host
        from outbox left join ${notReset} on a.alarm_id = ${outbox.alarmId} left join customers c on c.cust_id = a.cust_id
          left join lateral (select min(e.mail_id) as id from outbox e where e.alarm_id = a.alarm_id
            and e.state <> 'failed') first on true
        where ${isWaiting} and ${isNotOfReset(outbox)}`,
    );
    const chosen = inTurn(turns, waiting, room);
    const due = await tx
      .select()
      .from(outbox)
      .where(and(inArray(outbox.mailId, [...chosen.keys()]), isWaiting))
      .for('no key update', { skipLocked: true });
    for (const { mailId, tries } of due)
      await tx
        .update(outbox)
        .set({ tries: tries + 1, nextTryAt: new Date(now + backOff.leaseMs) })
        .where(eq(outbox.mailId, mailId));
    return inOrder(chosen, due, ({ mailId }) => mailId);
  });
}

/** Delays a mail that the mail server did not accept, or may have accepted. */
export async function delayMail(
  db: Database,
  mailId: number,
  delay: { nextTryAt: Date; lastError: string },
): Promise<void> {
  await db
    .update(outbox)
    .set(delay)
    .where(and(eq(outbox.mailId, mailId), eq(outbox.state, 'waiting')));
}

/** Makes mails due that were put off in an outage of the mail server which is over. */
export const endDelaysOfMails = (db: Database, delayed: readonly Delayed[], now: number): Promise<void> =>
  makeDue(db, { table: sql`outbox`, id: sql`mail_id` }, delayed, now);

export interface MailEnd {
  state: 'sent' | 'failed';
  endedAt: Date;
  lastError: string | null;
  /** It failed because it was tried until it was too old. */
  givenUp?: boolean;
  /** What the mail server called it. */
  receipt?: string | null;
}

/**
 * Ends a mail, and deletes its content: a link that logs in must not remain stored. One that was withdrawn while it was
 * on its way has left all the same. False when it has ended already.
 */
export async function endMail(db: Database, mailId: number, end: MailEnd): Promise<boolean> {
  const isLate = sql`${end.state} = 'sent' and ${outbox.state} = 'failed' and ${outbox.lastError} = 'withdrawn'`;
  const ended = await db
    .update(outbox)
    .set({ ...end, content: null })
    .where(sql`${outbox.mailId} = ${mailId} and (${outbox.state} = 'waiting' or ${isLate})`)
    .returning({ mailId: outbox.mailId });
  return ended.length > 0;
}

/**
 * Removes mails that share an alarm whose reset can no longer be undone, and tests that nobody waits for any more; until
 * then they wait.
 */
export async function withdrawMails(db: Database, now: number): Promise<void> {
  await db
    .update(outbox)
    .set({ state: 'failed', content: null, endedAt: new Date(now), lastError: 'withdrawn' })
    .where(
      // A value, not "exists": for that, PostgreSQL reads every alarm that was ever reset.
      sql`${outbox.state} = 'waiting' and ((select a.state = 'reset' and a.reset_at < ${reopenableSince(now)}
          from alarms a where a.alarm_id = ${outbox.alarmId})
        or ${outbox.template} = ${'alarmTest' satisfies MailTemplate} and ${outbox.createdAt} < ${testedSince(now)})`,
    );
}
