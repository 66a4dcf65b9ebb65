import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { stateInOutbox } from '#domain/messages/message-state.ts';
import { outbox } from '#domain/messages/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { cursorId, decodeCursor, pageOf } from '#platform/http/cursor.ts';

const position = z.tuple([cursorId]);

interface OutboxQuery {
  channel: ReceiverChannel;
  cursor?: string | undefined;
  limit: number;
}

/** A page of the messages on a channel, newest first, without their content. */
export async function listMessages(db: Database, { channel, cursor, limit }: OutboxQuery) {
  const { messageId, recipient, template, language, tries, createdAt, endedAt, reason } = outbox;
  const before = cursor === undefined ? undefined : decodeCursor(cursor, position)[0];
  const about = sql<'command' | 'alarm' | 'test' | 'other'>`case when ${outbox.commandId} is not null then 'command'
    when exists (select from notification_tests t where t.message_id = outbox.message_id) then 'test'
    when ${template} is not null and ${outbox.alarmId} is null then 'other' else 'alarm' end`;
  const rows = await db
    .select({
      ...{ messageId, recipient, about, template, language },
      ...{ state: stateInOutbox, tries, createdAt, endedAt, reason },
    })
    .from(outbox)
    .where(and(eq(outbox.channel, channel), before === undefined ? undefined : lt(messageId, before)))
    .orderBy(desc(messageId))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ messageId }) => [messageId]);
}

/** A message that waits, with its content. */
export async function findWaiting(db: Database, messageId: number) {
  const [message] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.messageId, messageId), eq(outbox.state, 'queued')));
  return message;
}
