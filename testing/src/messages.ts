import type { OutboxMessage } from '@varde/server/domain/messages/outbox';
import { outbox } from '@varde/server/domain/messages/tables';
import type { Database } from '@varde/server/platform/database/database';

interface StoredMail extends Omit<OutboxMessage, 'content'> {
  content: Record<string, string | number> | null;
}

/** The mails in the outbox, in order, with what fills their templates. `to`: those to this address. */
export async function mailsIn(db: Database, to?: string): Promise<StoredMail[]> {
  const messages = await db.select().from(outbox).orderBy(outbox.messageId);
  return messages
    .filter(({ channel, recipient }) => channel === 'email' && (to === undefined || recipient === to))
    .map(({ content, ...mail }) => ({ ...mail, content: content === null ? null : JSON.parse(content) }));
}

/** The SMS, calls and push messages in the outbox, in order. */
export async function messagesIn(db: Database): Promise<OutboxMessage[]> {
  const messages = await db.select().from(outbox).orderBy(outbox.messageId);
  return messages.filter(({ channel }) => channel !== 'email');
}
