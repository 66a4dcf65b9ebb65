import type { MessageChannel } from '@varde/contract/event-setup-form';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { stateOfMail, stateOfSms } from '#domain/messages/message-state.ts';
import { outbox, smsOutbox } from '#domain/messages/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { cursorId, decodeCursor, pageOf } from '#platform/http/cursor.ts';

const position = z.tuple([cursorId]);

/** A page of the mails, newest first, without their content. */
export async function listOutbox(db: Database, query: { cursor?: string | undefined; limit: number }) {
  const { mailId, recipient, template, language, tries, createdAt, endedAt, lastError } = outbox;
  const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor, position)[0];
  const rows = await db
    .select({
      mailId,
      recipient,
      template,
      language,
      state: stateOfMail,
      tries,
      createdAt,
      endedAt,
      lastError,
    })
    .from(outbox)
    .where(before === undefined ? undefined : lt(mailId, before))
    .orderBy(desc(mailId))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, ({ mailId }) => [mailId]);
}

/** An undelivered mail with its content. */
export async function findWaitingMail(db: Database, mailId: number) {
  const [row] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.mailId, mailId), eq(outbox.state, 'waiting')));
  if (row === undefined || row.content === null) return undefined;
  const { recipient, template, language, content } = row;
  return { recipient, template, language, content };
}

interface MessageQuery {
  channel: MessageChannel;
  cursor?: string | undefined;
  limit: number;
}

/** A page of the messages on a channel, newest first, without their text. */
export async function listMessages(db: Database, { channel, cursor, limit }: MessageQuery) {
  const { smsId, recipient, tries, createdAt, endedAt, reason } = smsOutbox;
  const before = cursor === undefined ? undefined : decodeCursor(cursor, position)[0];
  const about = sql<'command' | 'alarm' | 'test'>`case when ${smsOutbox.commandId} is not null then 'command'
    when exists (select from notification_tests t where t.sms_id = sms_outbox.sms_id) then 'test' else 'alarm' end`;
  const rows = await db
    .select({ smsId, recipient, about, state: stateOfSms, tries, createdAt, endedAt, reason })
    .from(smsOutbox)
    .where(and(eq(smsOutbox.channel, channel), before === undefined ? undefined : lt(smsId, before)))
    .orderBy(desc(smsId))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ smsId }) => [smsId]);
}

/** A message that waits, with its text. */
export async function findWaitingMessage(db: Database, smsId: number) {
  const { channel, recipient, content } = smsOutbox;
  const [row] = await db
    .select({ channel, recipient, content })
    .from(smsOutbox)
    .where(and(eq(smsOutbox.smsId, smsId), eq(smsOutbox.state, 'queued')));
  return row === undefined || row.content === null ? undefined : { ...row, content: row.content };
}
