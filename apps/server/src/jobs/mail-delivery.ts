import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { renderMail } from '#platform/mail/render-mail.ts';
import { metrics } from '#platform/metrics.ts';
import { outbox } from '#platform/schema.ts';
import { dayMs, type Job, type JobContext } from './job.ts';
import { timestamp } from './last-known.ts';

/** A link in a mail does not work for longer, so a later delivery helps nobody. */
const giveUpAfterMs = dayMs;
const atOnce = 50;
/** Longer than one try can take: a process that dies in it does not keep the mail back for ever. */
const leaseMs = 120_000;
const longestPauseMs = 30 * 60_000;

/** Hands the mails in the outbox to the mail server; without one they stay for the administrator to read. */
export const mailDelivery: Job = {
  name: 'mail-delivery',
  everySeconds: 5,
  run: async (context) => {
    const { db, mail } = context;
    if (mail === null) return;
    for (const row of await takeDue(db, context.clock.now())) await deliver(context, mail, row);
  },
};

type Row = typeof outbox.$inferSelect;

/**
 * Leases them, so that no transaction is open while a mail server thinks. One that is said to wait for longer than any
 * has to was put back before the clock was, and is due.
 */
async function takeDue(db: Database, now: number): Promise<Row[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(outbox)
      .where(
        sql`${outbox.state} = 'waiting' and (${outbox.nextTryAt} is null or ${outbox.nextTryAt} <= ${timestamp(now)}
          or ${outbox.nextTryAt} > ${timestamp(now + longestPauseMs)})`,
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

async function deliver(
  { db, clock, cautiousNow }: JobContext,
  { sender, consoleUrl }: NonNullable<JobContext['mail']>,
  row: Row,
): Promise<void> {
  const { mailId, recipient, content } = row;
  if (isTooOld(row, await cautiousNow()))
    return end(db, row, 'failed', clock.now(), row.lastError ?? 'too old');
  const rendered = content === null ? null : renderMail({ ...row, content }, consoleUrl);
  if (rendered === null) return end(db, row, 'failed', clock.now(), 'there is no such template');
  try {
    await sender.send({ ...rendered, to: recipient, messageId: messageIdOf(row, consoleUrl) });
    await end(db, row, 'sent', clock.now(), null);
  } catch (error) {
    const now = clock.now();
    const said = error instanceof Error ? error.message.slice(0, 500) : 'the mail server gave no reason';
    const nextTryAt = new Date(now + Math.min(30_000 * 2 ** row.tries, longestPauseMs));
    await db.update(outbox).set({ nextTryAt, lastError: said }).where(eq(outbox.mailId, mailId));
    metrics.mails.inc({ outcome: 'delayed' });
  }
}

const isTooOld = ({ createdAt }: Row, now: number): boolean => now - createdAt.getTime() > giveUpAfterMs;

/** What ended needs its content no more, and a link that logs in must not lie about. */
async function end(
  db: Database,
  { mailId }: Row,
  state: 'sent' | 'failed',
  now: number,
  lastError: string | null,
): Promise<void> {
  await db
    .update(outbox)
    .set({ state, endedAt: new Date(now), content: null, lastError })
    .where(eq(outbox.mailId, mailId));
  metrics.mails.inc({ outcome: state });
}

const messageIdOf = ({ mailId, createdAt }: Row, consoleUrl: string): string =>
  `<${mailId}.${createdAt.getTime()}@${new URL(consoleUrl).hostname}>`;
