import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { keepBrowsersOf, nameOfBrowser } from '../accounts/push-browsers.ts';
import { users } from '../accounts/tables.ts';
import type { PushMessage } from '../messages/push-message.ts';
import { outbox } from '../messages/tables.ts';

interface NewPush {
  userId: number;
  /** Without: it tries out a list. */
  alarmId?: number;
  at: Date;
  /** In the language of the user. */
  message(language: string): Promise<PushMessage> | PushMessage;
}

interface QueuedPush {
  messageId: number;
  /** The name of the browser; empty: the user has none. */
  recipient: string;
}

/** Why a push message went nowhere. */
export const noBrowser = 'noBrowser';

/**
 * Queues a message to each browser of a user, in the caller's transaction. To a user without a browser one message has
 * failed.
 */
export async function queuePush(tx: Database, { userId, at, message, ...about }: NewPush): Promise<QueuedPush[]> {
  const push = { ...about, channel: 'push', createdAt: at } as const;
  const { messageId, recipient } = outbox;
  const [user] = await tx.select({ language: users.language }).from(users).where(eq(users.userId, userId));
  const browsers = user === undefined ? [] : await keepBrowsersOf(tx, userId);
  if (user === undefined || browsers.length === 0) {
    const failed = { ...push, recipient: '', state: 'failed', reason: noBrowser, endedAt: at } as const;
    return tx.insert(outbox).values(failed).returning({ messageId, recipient });
  }
  const content = JSON.stringify(await message(user.language));
  const rows = browsers.map((browser) => ({
    ...{ ...push, content, browserId: browser.browserId, recipient: nameOfBrowser(browser) },
  }));
  return tx.insert(outbox).values(rows).returning({ messageId, recipient });
}
