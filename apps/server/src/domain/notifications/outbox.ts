import { eq, sql } from 'drizzle-orm';
import { type BackOff, isDue } from '#platform/back-off.ts';
import type { Database } from '#platform/database.ts';
import { mostUrgent } from './most-urgent.ts';
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
  { most, ...backOff }: BackOff & { most: number },
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
      .limit(most)
      .for('update', { skipLocked: true });
    for (const { mailId, tries } of due)
      await tx
        .update(outbox)
        .set({ tries: tries + 1, nextTryAt: new Date(now + backOff.leaseMs) })
        .where(eq(outbox.mailId, mailId));
    return due;
  });
}

/** Delays a mail that the mail server did not accept. */
export async function delayMail(
  db: Database,
  mailId: number,
  nextTryAt: Date,
  lastError: string,
): Promise<void> {
  await db.update(outbox).set({ nextTryAt, lastError }).where(eq(outbox.mailId, mailId));
}

/** Deletes the content of a finished mail: a link that logs in must not remain stored. */
export async function endMail(
  db: Database,
  { mailId }: OutboxMail,
  state: 'sent' | 'failed',
  now: number,
  lastError: string | null,
): Promise<void> {
  await db
    .update(outbox)
    .set({ state, endedAt: new Date(now), content: null, lastError })
    .where(eq(outbox.mailId, mailId));
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
