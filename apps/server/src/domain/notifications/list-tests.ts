import type { MessageState } from '@varde/catalogue/message-states';
import { asc, eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';
import { testCall, testSms } from '../messages/alarm-words.ts';
import { stateOfMail, stateOfSms } from '../messages/message-state.ts';
import { testPush } from '../messages/push-message.ts';
import { queueMail } from '../messages/queue-mail.ts';
import { queueSms } from '../messages/sms-outbox.ts';
import { outbox, smsOutbox } from '../messages/tables.ts';
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
 * Queues a message to each receiver of a list on each of its channels, in the outboxes of the alarms, after which they
 * come. They say that they are tests, and no alarm knows of them. Of those who are told of no alarm it is recorded why. In
 * the caller's transaction.
 */
export async function queueTests(
  tx: Database,
  { assignmentId, deviceName, receivers, at, timeZone }: ListTest,
): Promise<void> {
  const words = { name: deviceName, at: at.getTime(), timeZone };
  for (const receiver of receivers) {
    const { userId, name, mobile, email, language, channels, leftOut } = receiver;
    const ways = waysTo({ ...receiver, hasBrowser: userId !== null });
    const test = { assignmentId, at, name, language };
    if (leftOut !== null) {
      const [channel = 'sms'] = channels;
      await tx.insert(notificationTests).values({ ...test, channel, recipient: email ?? '', leftOut });
      continue;
    }
    if (ways.includes('sms') && mobile !== null) {
      const content = testSms(language, words);
      const [smsId] = await queueSms(tx, { recipient: mobile, content, createdAt: at });
      await tx.insert(notificationTests).values({ ...test, channel: 'sms', recipient: mobile, smsId });
    }
    if (ways.includes('call') && mobile !== null) {
      const content = testCall(language, deviceName);
      const [smsId] = await queueSms(tx, { recipient: mobile, channel: 'call', content, createdAt: at });
      await tx.insert(notificationTests).values({ ...test, channel: 'call', recipient: mobile, smsId });
    }
    if (ways.includes('email') && email !== null) {
      const mail = { to: email, language, template: 'alarmTest' as const, values: words, at: words.at };
      const [mailId] = await queueMail(tx, mail);
      await tx.insert(notificationTests).values({ ...test, channel: 'email', recipient: email, mailId });
    }
    if (ways.includes('push') && userId !== null) {
      const message = (own: string) => testPush(own, words);
      for (const { smsId, recipient } of await queuePush(tx, { userId, at, message }))
        await tx.insert(notificationTests).values({ ...test, channel: 'push', recipient, smsId });
    }
  }
}

/** The messages of the latest test for this wearer, in order, with what has become of them, and who got none. */
export function latestTests(db: Database, assignmentId: number) {
  const { at, name, channel, recipient, testId, smsId, mailId, leftOut } = notificationTests;
  return db
    .select({
      ...{ testId, at, name, channel, recipient, leftOut },
      state: sql<MessageState>`coalesce(${stateOfSms}, ${stateOfMail}, 'failed')`,
      reason: sql<string | null>`coalesce(${smsOutbox.reason}, ${outbox.lastError})`,
    })
    .from(notificationTests)
    .leftJoin(smsOutbox, eq(smsOutbox.smsId, smsId))
    .leftJoin(outbox, eq(outbox.mailId, mailId))
    .where(
      sql`${notificationTests.assignmentId} = ${assignmentId} and ${at} = (
        select max(t.at) from notification_tests t where t.assignment_id = ${assignmentId})`,
    )
    .orderBy(asc(testId));
}

/** The name of the device whose list this call tries out, and its language; undefined: it tries out none. */
export async function testedDevice(
  tx: Database,
  smsId: number,
): Promise<{ name: string; language: StoredReceiver['language'] } | undefined> {
  const [tested] = await queryRows<{ name: string; language: StoredReceiver['language'] }>(
    tx,
    sql`select d.device_name as name, t.language from notification_tests t
      join device_assignments a on a.assignment_id = t.assignment_id join devices d on d.devi_id = a.devi_id
      where t.sms_id = ${smsId}`,
  );
  return tested;
}

/** Removes what was sent to try out the list of a wearer. */
export async function eraseTests(tx: Database, assignmentId: number): Promise<void> {
  const mine = (column: 'sms_id' | 'mail_id') =>
    sql`(select t.${sql.raw(column)} from notification_tests t where t.assignment_id = ${assignmentId})`;
  await tx.delete(smsOutbox).where(sql`${smsOutbox.smsId} in ${mine('sms_id')}`);
  await tx.delete(outbox).where(sql`${outbox.mailId} in ${mine('mail_id')}`);
  await tx.delete(notificationTests).where(eq(notificationTests.assignmentId, assignmentId));
}
