import { createAlarm, createCustomer, createDevice } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#platform/database/database.ts';
import { metrics } from '#platform/log/metrics.ts';
import { alarms } from '../alarms/tables.ts';
import { measureWaiting } from './measure-waiting.ts';
import { queueMessages } from './outbox.ts';
import { queueMail } from './queue-mail.ts';
import { outbox } from './tables.ts';

const now = Date.UTC(2026, 0, 15, 12);
let opened: OpenDatabase;
let custId: number;
let alarmId: number;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  custId = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId });
  alarmId = await createAlarm(db, { deviId, custId });
});

const queue = (secondsAgo: number, channel?: 'call') =>
  queueMessages(opened.db, {
    channel: 'sms',
    ...{ alarmId, recipient: '+4790000001', content: 'Alarm', createdAt: new Date(now - secondsAgo * 1000) },
    ...(channel && { channel }),
  });
async function measured(): Promise<Record<string, number>> {
  await measureWaiting(opened.db, now);
  const { values } = await metrics.oldestMessage.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.channel), value]));
}

test('is that of the oldest message of each channel, and none where nothing waits', async () => {
  expect(await measured()).toEqual({ sms: 0, call: 0, push: 0, email: 0, webHook: 0 });
  await queue(40);
  await queue(90);
  await queue(7, 'call');
  const values = { path: '/x', expires: now };
  await queueMail(opened.db, {
    ...{ to: 'a@test.example', language: 'nb', template: 'resetPassword', values, at: now - 30_000 },
  });
  await opened.db.execute(sql`insert into web_hooks (hook_id, cust_id, url, secret, events, created_at)
    values (1, ${custId}, 'https://hooks.test.example', 's', '{alarmRaised}', now())`);
  await opened.db.execute(sql`insert into web_hook_deliveries (hook_id, event, at, queued_at)
    values (1, 'test', now(), ${new Date(now - 5000).toISOString()}::timestamptz)`);
  expect(await measured()).toEqual({ sms: 90, call: 7, push: 0, email: 30, webHook: 5 });
});

test('leaves out what has left, what was refused, and what nobody may send because its alarm was reset', async () => {
  await queue(10);
  const [sent] = await queue(60);
  const [refused] = await queue(70);
  await opened.db
    .update(outbox)
    .set({ state: 'sent' })
    .where(eq(outbox.messageId, Number(sent)));
  await opened.db
    .update(outbox)
    .set({ state: 'failed' })
    .where(eq(outbox.messageId, Number(refused)));
  await opened.db.update(outbox).set({ state: 'sent' }).where(eq(outbox.channel, 'email'));
  expect(await measured()).toMatchObject({ sms: 10, email: 0 });
  await opened.db.update(alarms).set({ state: 'reset', resetAt: new Date(now) });
  expect(await measured()).toMatchObject({ sms: 0 });
});

test('is never below nothing, though a clock was set back', async () => {
  await queue(-60);
  expect(await measured()).toMatchObject({ sms: 0 });
});
