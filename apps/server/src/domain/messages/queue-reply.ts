import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { queueSms } from './sms-outbox.ts';
import { smsOutbox } from './tables.ts';

/** Answers to one number in an hour: a telephone that answers every SMS by itself would go on for ever. */
const mostReplies = 10;

/**
 * Queues what Varde says to a receiver who has written, where the provider does not take it in the answer to its call.
 * Nothing for empty words.
 */
export async function queueReply(
  tx: Database,
  { recipient, said: content, at }: { recipient: string; said: string; at: Date },
): Promise<void> {
  if (content === '') return;
  const isReply = and(eq(smsOutbox.recipient, recipient), isNull(smsOutbox.alarmId), isNull(smsOutbox.commandId));
  const [{ replies } = { replies: 0 }] = await tx
    .select({ replies: sql<number>`count(*)::int` })
    .from(smsOutbox)
    .where(and(isReply, gt(smsOutbox.createdAt, new Date(at.getTime() - 3_600_000))));
  if (replies < mostReplies) await queueSms(tx, { recipient, content, createdAt: at });
}
