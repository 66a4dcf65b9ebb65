import type { MessageState } from '@varde/catalogue/message-states';
import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import { asc, eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { testCall, testSms } from '../messages/alarm-words.ts';
import { stateInOutbox } from '../messages/message-state.ts';
import { queueMessages } from '../messages/outbox.ts';
import { testPush } from '../messages/push-message.ts';
import { queueMail } from '../messages/queue-mail.ts';
import { outbox } from '../messages/tables.ts';
import { type StoredReceiver, waysTo } from './plan.ts';
import { queuePush } from './queue-push.ts';
import { notificationTests } from './tables.ts';

interface ListTest {
  assignmentId: number;
  deviceName: string;
  receivers: readonly StoredReceiver[];
  at: Date;
  /** Of the times in the messages. */
  timeZone: string;
}

/**
 * Queues a message to each receiver of a list on each of its channels, in the outbox, where they come after
 * alarms. They say that they are tests, and no alarm knows of them. Of those who are told of no alarm it is recorded why. In
 * the caller's transaction.
 */
export async function queueTests(
  tx: Database,
  { assignmentId, deviceName, receivers, at, timeZone }: ListTest,
): Promise<void> {
  const words = { name: deviceName, at: at.getTime(), timeZone };
  for (const receiver of receivers) {
    const { userId, name, email, language, channels, leftOut } = receiver;
    const test = { assignmentId, at, name, language };
    if (leftOut !== null) {
      const [channel = 'sms'] = channels;
      await tx.insert(notificationTests).values({ ...test, channel, recipient: email ?? '', leftOut });
      continue;
    }
    for (const channel of waysTo({ ...receiver, hasBrowser: userId !== null }))
      for (const queued of await queueBy[channel](tx, receiver, { ...words, createdAt: at }))
        await tx.insert(notificationTests).values({ ...test, channel, ...queued });
  }
}

type Queued = Pick<typeof notificationTests.$inferInsert, 'recipient' | 'messageId'>;

interface TestWords {
  /** Of the device. */
  name: string;
  at: number;
  timeZone: string;
  createdAt: Date;
}

/** Queues the message of a test. */
const queueBy: Record<
  ReceiverChannel,
  (tx: Database, receiver: StoredReceiver, words: TestWords) => Promise<Queued[]>
> = {
  async sms(tx, { mobile: recipient, language }, { createdAt, ...words }) {
    if (recipient === null) return [];
    const content = testSms(language, words);
    const [messageId] = await queueMessages(tx, { channel: 'sms', recipient, content, createdAt });
    return [{ recipient, messageId }];
  },
  async call(tx, { mobile: recipient, language }, { createdAt, name }) {
    if (recipient === null) return [];
    const content = testCall(language, name);
    const [messageId] = await queueMessages(tx, { channel: 'call', recipient, content, createdAt });
    return [{ recipient, messageId }];
  },
  async email(tx, { email: recipient, language }, { createdAt: _, ...values }) {
    if (recipient === null) return [];
    const mail = { to: recipient, language, template: 'alarmTest' as const, values, at: values.at };
    const [messageId] = await queueMail(tx, mail);
    return [{ recipient, messageId }];
  },
  async push(tx, { userId }, { createdAt: at, ...words }) {
    if (userId === null) return [];
    return queuePush(tx, { userId, at, message: (own) => testPush(own, words) });
  },
};

/** The messages of the latest test for this wearer, in order, with what has become of them, and who got none. */
export function latestTests(db: Database, assignmentId: number) {
  const { at, name, channel, recipient, testId, messageId, leftOut } = notificationTests;
  return db
    .select({
      ...{ testId, at, name, channel, recipient, leftOut },
      state: sql<MessageState>`coalesce(${stateInOutbox}, 'failed')`,
      reason: outbox.reason,
    })
    .from(notificationTests)
    .leftJoin(outbox, eq(outbox.messageId, messageId))
    .where(
      sql`${notificationTests.assignmentId} = ${assignmentId} and ${at} = (
        select max(t.at) from notification_tests t where t.assignment_id = ${assignmentId})`,
    )
    .orderBy(asc(testId));
}

/** The name of the device whose list this call tries out, and its language; undefined: it tries out none. */
export async function testedDevice(
  tx: Database,
  messageId: number,
): Promise<{ name: string; language: StoredReceiver['language'] } | undefined> {
  const [tested] = await queryRows<{ name: string; language: StoredReceiver['language'] }>(
    tx,
    sql`select d.device_name as name, t.language from notification_tests t
      join device_assignments a on a.assignment_id = t.assignment_id join devices d on d.devi_id = a.devi_id
      where t.message_id = ${messageId}`,
  );
  return tested;
}

/** Removes what was sent to try out the list of a wearer. */
export async function eraseTests(tx: Database, assignmentId: number): Promise<void> {
  await tx.delete(outbox).where(
    sql`${outbox.messageId} in (
        select t.message_id from notification_tests t where t.assignment_id = ${assignmentId})`,
  );
  await tx.delete(notificationTests).where(eq(notificationTests.assignmentId, assignmentId));
}
