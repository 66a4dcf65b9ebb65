import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createAlarm, createCustomer, createDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn, messagesIn } from '@varde/testing/messages';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { queueMessages, takeDueMessages } from '#domain/messages/outbox.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createMailSender } from '#platform/delivery/mail-sender.ts';
import { createLog } from '#platform/log/log.ts';
import { createSmsSender } from '#platform/sms/create-sms-sender.ts';
import type { JobContext } from './job.ts';
import { createJobContext } from './job-context.ts';
import { messageDelivery } from './message-delivery.ts';

// Providers that hang, fail, answer twice or close: of the messages of a channel, each is on its own.

let opened: OpenDatabase;
let context: JobContext;
let alarmId: number;
let stop: AbortController;
const clock = createManualClock();
const ends: (() => void)[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  stop = new AbortController();
  const log = createLog({ level: 'silent' });
  const bus = createInProcessBus();
  context = createJobContext({ db, bus, clock, log, stopping: stop.signal });
  const custId = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId });
  alarmId = await createAlarm(db, { deviId, custId });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Messages as they reach a provider, and the replies that it holds back: those to recipients of `hanging`. */
function provider<Reply>() {
  const reached: string[] = [];
  const held = new Map<string, Reply>();
  return {
    reached,
    held,
    hanging: new Set<string>(),
    heard(recipient: string, reply: Reply): boolean {
      reached.push(recipient);
      if (!this.hanging.has(recipient)) return true;
      held.set(recipient, reply);
      return false;
    },
    until: (...recipients: string[]) => vi.waitFor(() => expect(reached).toEqual(expect.arrayContaining(recipients))),
  };
}

describe('a mail server', () => {
  type Done = (error?: Error | null) => void;
  let mails: ReturnType<typeof provider<Done>>;
  let url: string;
  beforeEach(async () => {
    mails = provider<Done>();
    const server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        if (mails.heard(address, done))
          done(address.startsWith('refused') ? Object.assign(new Error('later'), { responseCode: 450 }) : null);
      },
      onData: (stream, _session, done) => stream.resume().on('end', () => done()),
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.server.address();
    url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    ends.push(() => server.close(() => undefined));
  });

  const queue = async (name: string, about?: number) => {
    const values = { path: '/x', expires: clock.now() };
    const mail = { to: `${name}@test.example`, language: 'nb', template: 'resetPassword' as const, values };
    const [messageId] = await queueMail(opened.db, {
      ...mail,
      at: clock.now(),
      ...(about !== undefined && { alarmId: about }),
    });
    return messageId;
  };
  const run = (timeoutMs?: number) =>
    messageDelivery.email.run({
      ...context,
      mail: {
        sender: createMailSender(url, 'Varde <varde@example.no>', timeoutMs),
        consoleUrl: 'http://varde.example.no',
      },
    });
  const states = async () =>
    Object.fromEntries(
      (await mailsIn(opened.db)).map(({ recipient, state, tries }) => [recipient.split('@')[0], [state, tries]]),
    );

  test('that does not answer for one mail delays neither those beside it nor those that come later', async () => {
    mails.hanging.add('slow@test.example');
    await queue('slow', alarmId);
    await queue('beside');
    const running = run();
    await mails.until('slow@test.example', 'beside@test.example');
    await queue('later');
    await mails.until('later@test.example');
    await vi.waitFor(async () =>
      expect(await states()).toEqual({
        slow: ['queued', 1],
        beside: ['sent', 1],
        later: ['sent', 1],
      }),
    );
    mails.held.get('slow@test.example')?.();
    await running;
    expect(await states()).toMatchObject({ slow: ['sent', 1] });
  });

  test('that hangs is left after the time limit, and asked again later', async () => {
    mails.hanging.add('slow@test.example');
    await queue('slow');
    await run(100);
    expect(await states()).toEqual({ slow: ['queued', 1] });
    await run(100);
    expect(await states()).toEqual({ slow: ['queued', 1] });
    mails.hanging.clear();
    clock.advance(30_000);
    await run();
    expect(await states()).toEqual({ slow: ['sent', 2] });
  });

  test('gets a mail once, although two processes deliver while it hangs', async () => {
    mails.hanging.add('slow@test.example');
    await queue('slow');
    const first = run();
    await mails.until('slow@test.example');
    await queue('fast');
    await run();
    expect(mails.reached).toEqual(['slow@test.example', 'fast@test.example']);
    mails.held.get('slow@test.example')?.();
    await first;
    expect(await states()).toEqual({ slow: ['sent', 1], fast: ['sent', 1] });
  });

  test('gets mails about alarms first, then those that it has not failed before, oldest first', async () => {
    for (const name of ['refused-1', 'refused-2']) await queue(name);
    await run();
    clock.advance(30_000);
    for (const name of ['account-1', 'account-2']) await queue(name);
    for (const name of ['alarm-1', 'alarm-2']) await queue(name, alarmId);
    const order: string[] = [];
    for (;;) {
      const [mail] = await takeDueMessages(opened.db, clock.now(), {
        channel: 'email',
        leaseMs: 60_000,
        firstPauseMs: 60_000,
        longestPauseMs: 60_000,
        room: { all: 1, others: 1 },
        turns: context.turns.email,
      });
      if (mail === undefined) break;
      order.push(mail.recipient.split('@')[0] ?? '');
    }
    expect(order).toEqual(['alarm-1', 'alarm-2', 'account-1', 'account-2', 'refused-1', 'refused-2']);
  });

  test('gets at most sixteen mails at once; the next one takes the first place that is free', async () => {
    const names = Array.from({ length: 17 }, (_, index) => `slow-${index}`);
    for (const name of names) mails.hanging.add(`${name}@test.example`);
    for (const name of names) await queue(name, alarmId);
    const running = run();
    await vi.waitFor(() => expect(mails.held.size).toBe(16));
    expect(await states()).toMatchObject({ 'slow-16': ['queued', 0] });
    mails.held.get('slow-3@test.example')?.();
    await mails.until('slow-16@test.example');
    for (const done of mails.held.values()) done();
    await running;
    expect(Object.values(await states())).toEqual(names.map(() => ['sent', 1]));
  });

  test('that hangs for all other mails still gets those about alarms at once', async () => {
    const names = Array.from({ length: 13 }, (_, index) => `slow-${index}`);
    for (const name of names) mails.hanging.add(`${name}@test.example`);
    for (const name of names) await queue(name);
    const running = run();
    await vi.waitFor(() => expect(mails.held.size).toBe(12));
    await queue('alarm', alarmId);
    await mails.until('alarm@test.example');
    // What the server answered is stored a moment later.
    await expect.poll(states).toMatchObject({ alarm: ['sent', 1], 'slow-12': ['queued', 0] });
    mails.held.get('slow-0@test.example')?.();
    await mails.until('slow-12@test.example');
    for (const done of mails.held.values()) done();
    await running;
  });

  test('gets nothing new from a process that stops, which finishes what is on its way', async () => {
    mails.hanging.add('slow@test.example');
    await queue('slow');
    const running = run();
    await mails.until('slow@test.example');
    stop.abort();
    await queue('late');
    mails.held.get('slow@test.example')?.();
    await running;
    expect(await states()).toEqual({ slow: ['sent', 1], late: ['queued', 0] });
  });
});

describe('an SMS gateway', () => {
  let gateway: ReturnType<typeof provider<ServerResponse>>;
  let answer: (to: string, response: ServerResponse) => void;
  let url: string;
  const numbers = { slow: '+4790000001', beside: '+4790000002', later: '+4790000003' };

  beforeEach(async () => {
    gateway = provider<ServerResponse>();
    answer = (_to, response) => response.end('{"id": "1"}');
    url = await serve(async (request, response) => {
      const { to } = JSON.parse(Buffer.concat(await request.toArray()).toString());
      if (gateway.heard(to, response)) answer(to, response);
    });
  });
  async function serve(listener: RequestListener): Promise<string> {
    const server: Server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  }

  const queue = (recipient: string) =>
    queueMessages(opened.db, {
      channel: 'sms',
      alarmId,
      recipient,
      content: 'Alarm',
      createdAt: new Date(clock.now()),
    });
  const run = (timeoutMs = 10_000) => {
    const sender = createSmsSender({ provider: 'gateway', url, from: '', timeoutMs });
    return messageDelivery.sms.run({ ...context, sms: { sender, reportsTo: null, takesReplies: false } });
  };
  const states = async () =>
    Object.fromEntries((await messagesIn(opened.db)).map(({ recipient, state, tries }) => [recipient, [state, tries]]));

  test('that does not answer for one SMS delays neither those beside it nor those that come later', async () => {
    gateway.hanging.add(numbers.slow);
    await queue(numbers.slow);
    await queue(numbers.beside);
    const running = run();
    await gateway.until(numbers.slow, numbers.beside);
    await queue(numbers.later);
    await gateway.until(numbers.later);
    gateway.held.get(numbers.slow)?.end('{"id": "2"}');
    await running;
    expect(gateway.reached).toHaveLength(3);
    expect(Object.values(await states())).toEqual([
      ['sent', 1],
      ['sent', 1],
      ['sent', 1],
    ]);
  });

  test('that fails for one SMS gets the others, and the failed one again after a pause', async () => {
    answer = (to, response) => response.writeHead(to === numbers.slow ? 500 : 200).end('{"id": "1"}');
    await queue(numbers.slow);
    await queue(numbers.beside);
    await run();
    expect(await states()).toEqual({ [numbers.slow]: ['queued', 1], [numbers.beside]: ['sent', 1] });
    await run();
    expect(gateway.reached).toHaveLength(2);
    clock.advance(15_000);
    await run();
    expect(await states()).toMatchObject({ [numbers.slow]: ['queued', 2] });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['closes the connection', (response) => response.destroy()],
    [
      'answers twice',
      (response) => {
        const reply = 'HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"id": "1"}';
        response.socket?.end(reply + reply);
      },
    ],
    ['never ends its answer', (response) => void response.writeHead(200).write('{"id"')],
  ])(
    'that %s, and takes others, gets an SMS of an alarm that it may have sent three times at most: twice is better than never',
    async (what, misbehave) => {
      const isUnderstood = what === 'answers twice';
      answer = (to, response) => (to === numbers.slow ? misbehave(response) : response.end('{"id": "1"}'));
      await queue(numbers.slow);
      await run(200);
      expect(await states()).toEqual({ [numbers.slow]: [isUnderstood ? 'sent' : 'queued', 1] });
      for (const _ of [1, 2, 3]) {
        await queue(numbers.beside);
        await run(200);
        clock.advance(60_000);
        await run(200);
      }
      expect(gateway.reached.filter((to) => to === numbers.slow)).toHaveLength(isUnderstood ? 1 : 3);
      expect(await states()).toMatchObject({ [numbers.slow]: ['sent', isUnderstood ? 1 : 3] });
    },
  );
});
