import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '#domain/commands/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { queueMessages } from '#domain/messages/outbox.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { outbox } from '#domain/messages/tables.ts';
import { notificationTests } from '#domain/notifications/tables.ts';
import { queryRows } from '#platform/database/database.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { VARDE_PUBLIC_URL: 'https://varde.example.no/' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  admin = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: null }));
});

const queue = (path = '/reset/abc', language = 'nb') =>
  queueMail(server.db, {
    to: 'kari@example.no',
    language,
    template: 'resetPassword',
    values: { path, expires: 0 },
    at: Date.now(),
  });
const list = async (query = '', as = admin) =>
  (await server.call('GET', `/ajax/outbox?${query}`, { as })).body as {
    messages: { messageId: number; subject: string }[];
    nextCursor: string | null;
  };

test('mails are listed newest first, page by page, with their outcome and without their text', async () => {
  for (let number = 0; number < 3; number++) await queue('/reset/secret-token', number === 2 ? 'en' : 'nb');
  const first = await list('limit=2');
  const second = await list(`limit=2&cursor=${first.nextCursor}`);
  expect([...first.messages, ...second.messages].map(({ messageId }) => messageId)).toEqual([3, 2, 1]);
  expect(first.messages[0]).toMatchObject({
    subject: 'Choose a new password',
    state: 'queued',
    recipient: 'kari@example.no',
  });
  expect(second.nextCursor).toBeNull();
  expect(JSON.stringify([first, second])).not.toContain('secret-token');
  expect((await server.call('GET', '/ajax/outbox?cursor=W10', { as: admin })).status).toBe(400);
});

test('without a mail server an administrator reads a mail here, and the log names the reader', async () => {
  await queue();
  const answer = await server.call('GET', '/ajax/outbox/1', { as: admin });
  expect(answer).toMatchObject({
    status: 200,
    body: { recipient: 'kari@example.no', subject: 'Velg nytt passord' },
  });
  expect((answer.body as { text: string }).text).toContain('https://varde.example.no/#/reset/abc\n');
  expect(await queryRows(server.db, sql`select action from audit_entries`)).toEqual([{ action: 'outboxMessage.read' }]);
});

test('with a mail server an administrator cannot read a link for another user', async () => {
  await queue();
  const delivering = await startTestServer({ environment: { VARDE_SMTP_URL: 'smtp://127.0.0.1:1' } });
  const values = { path: '/reset/abc', expires: 0 };
  await queueMail(delivering.db, {
    to: 'kari@example.no',
    language: 'nb',
    template: 'resetPassword',
    values,
    at: Date.now(),
  });
  const as = await delivering.loginAs(await createUser(delivering.db, { role: 'SUPERFIRM', custId: null }));
  expect((await delivering.call('GET', '/ajax/outbox', { as })).body).toMatchObject({ provider: true });
  expect((await delivering.call('GET', '/ajax/outbox/1', { as })).status).toBe(404);
  await delivering.close();
});

test('a mail that was sent or given up can no longer be read', async () => {
  await queue();
  await server.db.update(outbox).set({ state: 'failed', content: null });
  expect((await server.call('GET', '/ajax/outbox/1', { as: admin })).status).toBe(404);
});

test('administrators of some customers see no mail', async () => {
  await queue();
  const custId = await createCustomer(server.db);
  const as = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId }));
  for (const url of ['/ajax/outbox', '/ajax/outbox/1'])
    expect(await server.call('GET', url, { as })).toMatchObject({
      status: 403,
      body: { code: 'notAllowed' },
    });
});

describe('SMS, calls and push messages', () => {
  const messages = async (query: string) =>
    (await server.call('GET', `/ajax/outbox?${query}`, { as: admin })).body as {
      messages: { messageId: number; about: string }[];
      nextCursor: string | null;
      provider: boolean;
    };
  const read = (messageId: number, at = server, as = admin) => at.call('GET', `/ajax/outbox/${messageId}`, { as });
  const at = new Date();
  const sms = {
    ...{ channel: 'sms' as const, recipient: '+4791111111', createdAt: at },
    content: 'Fall: Astrid. Se https://v/secret-token',
  };

  test('are listed by channel, newest first, page by page, without their text', async () => {
    for (let number = 0; number < 3; number++) await queueMessages(server.db, sms);
    await queueMessages(server.db, { ...sms, channel: 'call' });
    const first = await messages('channel=sms&limit=2');
    const second = await messages(`channel=sms&limit=2&cursor=${first.nextCursor}`);
    expect([...first.messages, ...second.messages].map(({ messageId }) => messageId)).toEqual([3, 2, 1]);
    expect(second.nextCursor).toBeNull();
    expect(first).toMatchObject({ provider: false });
    expect(first.messages[0]).toMatchObject({ state: 'queued', recipient: '+4791111111', about: 'alarm' });
    expect(JSON.stringify([first, second])).not.toContain('secret-token');
    expect((await messages('channel=call')).messages.map(({ messageId }) => messageId)).toEqual([4]);
    expect((await messages('channel=push')).messages).toEqual([]);
    for (const wrong of ['channel=telegram', 'channel=sms&cursor=W10'])
      expect((await server.call('GET', `/ajax/outbox?${wrong}`, { as: admin })).status).toBe(400);
  });

  test('say whether they are about an alarm, a command or a test of a list', async () => {
    const custId = await createCustomer(server.db);
    const { deviId } = await createDevice(server.db, { custId });
    const assignmentId = await presentAssignmentId(server.db, deviId);
    await queueMessages(server.db, sms);
    const [messageId = 0] = await queueMessages(server.db, sms);
    const test = { assignmentId, at, name: 'Kari', channel: 'sms', recipient: sms.recipient, messageId } as const;
    await server.db.insert(notificationTests).values(test);
    const [command] = await server.db
      .insert(commands)
      .values({ deviId, command: { kind: 'smsReset', values: {} }, createdAt: at })
      .returning({ commandId: commands.commandId });
    await queueMessages(server.db, { ...sms, deviId, commandId: command?.commandId ?? 0 });
    expect((await messages('channel=sms')).messages.map(({ about }) => about)).toEqual(['command', 'test', 'alarm']);
  });

  test('without a provider an administrator reads one that waits, and the log names the reader', async () => {
    const [messageId = 0] = await queueMessages(server.db, sms);
    expect(await read(messageId)).toMatchObject({
      status: 200,
      body: { recipient: '+4791111111', subject: null, text: sms.content },
    });
    expect(await queryRows(server.db, sql`select action from audit_entries`)).toEqual([
      { action: 'outboxMessage.read' },
    ]);
  });

  test('to a browser are read as it would show them', async () => {
    const local = await startTestServer();
    const message = JSON.stringify({ title: 'Fall: Astrid', options: { body: 'kl. 12.00' } });
    const pushed = { channel: 'push', recipient: 'Chrome', content: message, createdAt: at } as const;
    const [push] = await local.db.insert(outbox).values(pushed).returning({ messageId: outbox.messageId });
    const as = await local.loginAs(await createUser(local.db, { role: 'SUPERFIRM', custId: null }));
    expect((await read(push?.messageId ?? 0, local, as)).body).toEqual({
      ...{ recipient: 'Chrome', subject: null },
      text: 'Fall: Astrid\nkl. 12.00',
    });
    await local.close();
  });

  test('that have a provider, have left, or do not exist cannot be read, nor by administrators of some customers', async () => {
    const [messageId = 0] = await queueMessages(server.db, sms);
    const some = await createUser(server.db, { role: 'SUPERFIRM', custId: await createCustomer(server.db) });
    expect((await read(messageId, server, await server.loginAs(some))).status).toBe(403);
    expect((await read(messageId + 1)).status).toBe(404);
    await server.db.update(outbox).set({ state: 'sent' });
    expect((await read(messageId)).status).toBe(404);
    const delivering = await startTestServer({ environment: { VARDE_SMS_URL: 'http://127.0.0.1:1/sms' } });
    const [waiting = 0] = await queueMessages(delivering.db, sms);
    const [call = 0] = await queueMessages(delivering.db, { ...sms, channel: 'call' });
    const as = await delivering.loginAs(await createUser(delivering.db, { role: 'SUPERFIRM', custId: null }));
    expect((await read(waiting, delivering, as)).status).toBe(404);
    expect((await read(call, delivering, as)).status).toBe(200);
    await delivering.close();
  });
});
