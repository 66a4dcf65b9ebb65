import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { outbox } from '#domain/messages/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createMailSender } from '#platform/delivery/mail-sender.ts';
import { ProviderRefused } from '#platform/delivery/provider-answers.ts';
import { createLog } from '#platform/log/log.ts';
import { dayMs, type Job, type JobContext, type MailDelivery } from './job.ts';
import { createJobContext } from './job-context.ts';
import { messageDelivery } from './message-delivery.ts';
import { retention } from './retention.ts';

let opened: OpenDatabase;
let context: JobContext;
const clock = createManualClock();
const log = createLog({ level: 'silent' });
const servers: SMTPServer[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  context = createJobContext({ db: opened.db, bus: createInProcessBus(), clock, log });
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close(() => undefined);
});

const path = '/reset/abc_DEF';
const link = `http://varde.example.no/#${path}`;

async function queue(language = 'nb'): Promise<void> {
  const values = { path, expires: Date.UTC(2026, 2, 1, 13) };
  await queueMail(opened.db, {
    to: 'kari@example.no',
    language,
    template: 'resetPassword',
    values,
    at: clock.now(),
  });
  await opened.db.update(outbox).set({ createdAt: new Date(clock.now()) });
}
const stored = async () => (await mailsIn(opened.db))[0];

/** A mail server of our own; `refuse` is its answer to a recipient that it rejects, for good or, with 4xx, for now. */
async function startMailServer(refuse?: string, responseCode = 550): Promise<{ url: string; taken: string[] }> {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refuse === undefined ? null : Object.assign(new Error(refuse), { responseCode })),
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8');
      });
      stream.on('end', () => {
        taken.push(text);
        done();
      });
    },
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, taken };
}

const through = (url: string): MailDelivery => ({
  sender: createMailSender(url, 'Varde <varde@example.no>'),
  consoleUrl: 'http://varde.example.no',
});
const run = (mail: MailDelivery | null, job: Job = messageDelivery.email) => job.run({ ...context, mail });

/** Quoted-printable, as far as these mails use it. */
const decoded = (message: string) =>
  Buffer.from(
    message
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

test('a mail goes to the mail server once, as text and HTML in the language of the reader', async () => {
  const server = await startMailServer();
  await queue();
  await run(through(server.url));
  await run(through(server.url));
  expect(server.taken).toHaveLength(1);
  const message = decoded(server.taken[0] ?? '');
  expect(message).toMatch(/^From: Varde <varde@example\.no>\r$/m);
  expect(message).toMatch(/^To: kari@example\.no\r$/m);
  expect(message).toMatch(/^Subject: Velg nytt passord\r$/m);
  expect(message).toContain('text/plain');
  expect(message).toContain(`Velg nytt passord:\r\n${link}\r\n`);
  expect(message).toContain('text/html');
  expect(message).toContain(`<a href="${link}"`);
  expect(message).toContain('1. mars 2026');
});

test('English readers get English, and languages without mail texts get Norwegian', async () => {
  const server = await startMailServer();
  await queue('en');
  await queue('is');
  await run(through(server.url));
  expect(server.taken[0]).toContain('Subject: Choose a new password');
  expect(server.taken[1]).toContain('Subject: Velg nytt passord');
});

test('a delivered mail is stored without its link', async () => {
  await queue();
  expect(JSON.stringify(await stored())).toContain(path);
  await run(through((await startMailServer()).url));
  expect(await stored()).toMatchObject({ state: 'sent', content: null, endedAt: new Date(clock.now()) });
});

test('a mail whose recipient is refused for good is given up at once', async () => {
  const refusing = await startMailServer('no such mailbox');
  await queue();
  await run(through(refusing.url));
  expect(await stored()).toMatchObject({ state: 'failed', tries: 1, content: null });
  expect((await stored())?.reason).toContain('550 no such mailbox');
});

test('a mail that is refused for now is retried at growing intervals, and given up after a day', async () => {
  const refusing = await startMailServer('mailbox is busy', 450);
  await queue();
  await run(through(refusing.url));
  expect(await stored()).toMatchObject({ state: 'queued', tries: 1 });
  expect((await stored())?.reason).toContain('mailbox is busy');
  const pauses = [];
  for (let tries = 0; tries < 8; tries++) {
    const pause = (await stored())?.nextTryAt?.getTime() ?? 0;
    pauses.push((pause - clock.now()) / 60_000);
    clock.advance(pause - clock.now());
    await run(through(refusing.url));
  }
  expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30]);
  clock.advance(dayMs);
  await run(through(refusing.url));
  expect(await stored()).toMatchObject({ state: 'failed', content: null });
});

test('a mail that is being sent is not sent a second time by another process', async () => {
  const server = await startMailServer();
  await queue();
  await Promise.all([run(through(server.url)), run(through(server.url))]);
  expect(server.taken).toHaveLength(1);
});

test('a mail that has left counts as sent, though a try that took longer than its lease is refused', async () => {
  await queue();
  const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
  const send = () => {
    begun.resolve();
    return answer.promise;
  };
  const slow = run({ sender: { send }, consoleUrl: 'http://varde.example.no' });
  await begun.promise;
  clock.advance(120_000);
  const server = await startMailServer();
  await run(through(server.url));
  answer.reject(new ProviderRefused('550 no such mailbox'));
  await slow;
  expect(server.taken).toHaveLength(1);
  expect(await stored()).toMatchObject({ state: 'sent', reason: null, tries: 2 });
});

test('without a mail server mails wait in the outbox; one configured later gets none whose links have expired', async () => {
  const server = await startMailServer();
  await queue();
  await run(null);
  expect(await stored()).toMatchObject({ state: 'queued', tries: 0 });
  clock.advance(dayMs + 1);
  await run(through(server.url));
  expect(server.taken).toEqual([]);
  expect(await stored()).toMatchObject({ state: 'failed' });
});

test('mails are deleted after thirty days', async () => {
  await queue();
  clock.advance(29 * dayMs);
  await run(null, retention);
  expect(await stored()).toBeDefined();
  clock.advance(2 * dayMs);
  await run(null, retention);
  expect(await stored()).toBeUndefined();
});

test('a mail is committed together with its cause, or not at all', async () => {
  await opened.db
    .transaction(async (tx) => {
      const values = { path, expires: clock.now() };
      await queueMail(tx, {
        to: 'kari@example.no',
        language: 'nb',
        template: 'validateEmail',
        values,
        at: clock.now(),
      });
      throw new Error('something later failed');
    })
    .catch(() => undefined);
  expect(await stored()).toBeUndefined();
});
