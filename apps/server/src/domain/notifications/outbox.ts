import { and, eq, sql } from 'drizzle-orm';
import { type BackOff, isDue } from '#platform/back-off.ts';
import type { Database } from '#platform/database.ts';
import type { Room } from '#platform/provider-pace.ts';
import { mostUrgent, withRoom } from './most-urgent.ts';
import type { MailTemplate } from './queue-mail.ts';
import { reopenableSince } from './reopenable-since.ts';
import { outbox } from './tables.ts';
import { testedSince } from './tested-since.ts';

export type OutboxMail = typeof outbox.$inferSelect;

/**
 * Leases due mails, so that no transaction is open while the mail server answers. `now` is Unix milliseconds.
 */
export function takeDueMails(
  db: Database,
  now: number,
  { room, ...backOff }: BackOff & { room: Room },
): Promise<OutboxMail[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(outbox)
      .where(
        sql`${outbox.state} = 'waiting' and ${isDue(outbox, now, backOff)}
          and not exists (select from alarms a where a.alarm_id = ${outbox.alarmId} and a.state = 'reset')`,
      )
      .orderBy(...mostUrgent(outbox, outbox.mailId))
      .limit(room.all)
      .for('no key update', { skipLocked: true });
    const taken = withRoom(due, room);
    for (const { mailId, tries } of taken)
      await tx
        .update(outbox)
        .set({ tries: tries + 1, nextTryAt: new Date(now + backOff.leaseMs) })
        .where(eq(outbox.mailId, mailId));
    return taken;
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
      sql`${outbox.state} = 'waiting' and (${outbox.alarmId} is not null and exists (select from alarms a
        where a.alarm_id = ${outbox.alarmId} and a.state = 'reset' and a.reset_at < ${reopenableSince(now)})
        or ${outbox.template} = ${'alarmTest' satisfies MailTemplate} and ${outbox.createdAt} < ${testedSince(now)})`,
    );
}
