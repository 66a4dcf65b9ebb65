import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { outbox } from './tables.ts';

export type OutboxMail = typeof outbox.$inferSelect;

/**
 * Leases mails that are due, so that no transaction is open while a mail server thinks. One that is said to wait for
 * longer than any has to was put back before the clock was, and is due. `now` is Unix milliseconds.
 */
export function takeDueMails(
  db: Database,
  now: number,
  { atOnce, leaseMs, longestPauseMs }: { atOnce: number; leaseMs: number; longestPauseMs: number },
): Promise<OutboxMail[]> {
  const time = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(outbox)
      .where(
        sql`${outbox.state} = 'waiting' and (${outbox.nextTryAt} is null or ${outbox.nextTryAt} <= ${time(now)}
          or ${outbox.nextTryAt} > ${time(now + longestPauseMs)})`,
      )
      .orderBy(asc(outbox.mailId))
      .limit(atOnce)
      .for('update', { skipLocked: true });
    for (const { mailId, tries } of due)
      await tx
        .update(outbox)
        .set({ tries: tries + 1, nextTryAt: new Date(now + leaseMs) })
        .where(eq(outbox.mailId, mailId));
    return due;
  });
}

/** The mail server did not take it. */
export async function delayMail(
  db: Database,
  mailId: number,
  nextTryAt: Date,
  lastError: string,
): Promise<void> {
  await db.update(outbox).set({ nextTryAt, lastError }).where(eq(outbox.mailId, mailId));
}

/** What ended needs its content no more, and a link that logs in must not lie about. */
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
