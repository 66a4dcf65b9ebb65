import { and, desc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { outbox } from '#domain/notifications/tables.ts';
import { cursorId, decodeCursor } from '#platform/cursor.ts';
import type { Database } from '#platform/database.ts';

const position = z.tuple([cursorId]);

/** A page of the mails, newest first, without their content. */
export async function listOutbox(db: Database, query: { cursor?: string | undefined; limit: number }) {
  const { mailId, recipient, template, language, state, tries, createdAt, endedAt, lastError } = outbox;
  const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor, position)[0];
  const rows = await db
    .select({ mailId, recipient, template, language, state, tries, createdAt, endedAt, lastError })
    .from(outbox)
    .where(before === undefined ? undefined : lt(mailId, before))
    .orderBy(desc(mailId))
    .limit(query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return { page, next: rows.length > page.length && last !== undefined ? [last.mailId] : null };
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
