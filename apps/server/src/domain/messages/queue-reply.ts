import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { queueMessages } from './outbox.ts';
import { outbox } from './tables.ts';

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
  const isReply = and(
    eq(outbox.channel, 'sms'),
    eq(outbox.recipient, recipient),
    isNull(outbox.alarmId),
    isNull(outbox.commandId),
  );
  const [{ replies } = { replies: 0 }] = await tx
    .select({ replies: sql<number>`count(*)::int` })
    .from(outbox)
    .where(and(isReply, gt(outbox.createdAt, new Date(at.getTime() - 3_600_000))));
  if (replies < mostReplies) await queueMessages(tx, { channel: 'sms', recipient, content, createdAt: at });
}
