import { createCustomer, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queueMail } from '#domain/notifications/queue-mail.ts';
import { outbox } from '#domain/notifications/tables.ts';
import { queryRows } from '#platform/database.ts';

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
    mails: { mailId: number; subject: string }[];
    nextCursor: string | null;
  };

test('mails are listed newest first, page by page, with their outcome and without their text', async () => {
  for (let number = 0; number < 3; number++) await queue('/reset/secret-token', number === 2 ? 'en' : 'nb');
  const first = await list('limit=2');
  const second = await list(`limit=2&cursor=${first.nextCursor}`);
  expect([...first.mails, ...second.mails].map(({ mailId }) => mailId)).toEqual([3, 2, 1]);
  expect(first.mails[0]).toMatchObject({
    subject: 'Choose a new password',
    state: 'waiting',
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
  expect(await queryRows(server.db, sql`select action from audit_entries`)).toEqual([
    { action: 'mail.read' },
  ]);
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
  expect((await delivering.call('GET', '/ajax/outbox', { as })).body).toMatchObject({ mailServer: true });
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
