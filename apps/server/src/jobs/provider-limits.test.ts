import { createServer, type Server, type ServerResponse } from 'node:http';
import { createAlarm, createCustomer, createDevice } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { messagesIn } from '@varde/testing/messages';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { queueMessages } from '#domain/messages/outbox.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { createCallSender } from '#platform/calls/call-provider.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { ProviderPace } from '#platform/delivery/provider-pace.ts';
import { createLog } from '#platform/log/log.ts';
import { createSmsSender } from '#platform/sms/create-sms-sender.ts';
import type { JobContext } from './job.ts';
import { createJobContext } from './job-context.ts';
import { messageDelivery } from './message-delivery.ts';

// What a provider can take in a second, and when it wants to be left alone.

let opened: OpenDatabase;
let context: JobContext;
let clock: ManualClock;
let alarmId: number;
let server: Server;
let url: string;
let pace: ProviderPace;
let answer: (to: string, response: ServerResponse) => void;
/** Numbers that have reached the provider. */
let reached: string[];

const busy = (status: number, retryAfter: string | null) => (_to: string, response: ServerResponse) => {
  response.writeHead(status, retryAfter === null ? {} : { 'retry-after': retryAfter }).end('too many requests');
};
const accepted = (_to: string, response: ServerResponse) => void response.end('{"id": "1"}');

beforeAll(async () => {
  opened = await openTestDatabase();
  server = createServer(async (request, response) => {
    const { to } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    reached.push(to);
    answer(to, response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
});
afterAll(async () => {
  server.close();
  await opened.close();
});
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  pace = new ProviderPace(20, clock);
  const log = createLog({ level: 'silent' });
  context = createJobContext({ db, bus: createInProcessBus(), clock, log });
  const custId = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId });
  alarmId = await createAlarm(db, { deviId, custId });
  reached = [];
  answer = accepted;
});
afterEach(() => server.closeAllConnections());

const nobody = '+4790000000';
const neighbour = '+4790000001';
const queueAbout = (alarm: number | null, recipient: string, channel?: 'call') =>
  queueMessages(opened.db, {
    channel: 'sms',
    ...(alarm !== null && { alarmId: alarm }),
    ...(channel && { channel }),
    ...{ recipient, content: 'Alarm', createdAt: new Date(clock.now()) },
  });
const run = () => {
  const sender = createSmsSender({ provider: 'gateway', url, from: '' });
  return messageDelivery.sms.run({ ...context, sms: { sender, reportsTo: null, takesReplies: false, pace } });
};
const runAfter = (ms: number) => {
  clock.advance(ms);
  return run();
};
const stored = async () => (await messagesIn(opened.db))[0];

describe('a provider that wants to be left alone for a time', () => {
  test.each([429, 503])('with status %i gets the SMS again when the time is over, and not before', async (status) => {
    answer = busy(status, '50');
    await queueAbout(alarmId, neighbour);
    await run();
    await runAfter(49_999);
    expect(reached).toHaveLength(1);
    answer = accepted;
    await runAfter(1);
    expect(await stored()).toMatchObject({ state: 'sent', receipt: '1' });
    expect(reached).toHaveLength(2);
  });

  test('is no fault of the SMS, whose own pauses and doubts begin with its first fault', async () => {
    answer = busy(429, '20');
    await queueAbout(alarmId, neighbour);
    await run();
    await runAfter(20_000);
    await runAfter(20_000);
    expect(reached).toHaveLength(3);
    expect(await stored()).toMatchObject({
      state: 'queued',
      tries: 0,
      doubts: 0,
      reason: 'the gateway answered 429',
    });
    answer = busy(500, null);
    await runAfter(20_000);
    expect(await stored()).toMatchObject({ tries: 1, nextTryAt: new Date(clock.now() + 15_000) });
  });

  test('for a day is asked again after a minute where an alarm waits', async () => {
    answer = busy(503, '86400');
    await queueAbout(alarmId, neighbour);
    await run();
    await runAfter(59_999);
    expect(reached).toHaveLength(1);
    await runAfter(1);
    expect(reached).toHaveLength(2);
  });

  test('for no time at all is asked again after a second', async () => {
    answer = busy(429, '0');
    await queueAbout(alarmId, neighbour);
    await run();
    expect(reached).toHaveLength(1);
    await runAfter(999);
    expect(reached).toHaveLength(1);
    await runAfter(1);
    expect(reached).toHaveLength(2);
  });

  test('is left alone by a process that starts meanwhile, too', async () => {
    answer = busy(429, '50');
    await queueAbout(alarmId, neighbour);
    await run();
    pace = new ProviderPace(20, clock);
    await runAfter(49_999);
    expect(reached).toHaveLength(1);
  });

  test.each([null, 'soon', '-1'])('and names no time for it (%s) is asked again as after any fault', async (time) => {
    answer = busy(429, time);
    await queueAbout(alarmId, neighbour);
    await run();
    expect(await stored()).toMatchObject({ tries: 1, nextTryAt: new Date(clock.now() + 15_000) });
  });

  test('that was set back with the clock does not hold up an SMS for longer', async () => {
    answer = busy(429, '50');
    await queueAbout(alarmId, neighbour);
    await run();
    clock.step(-3_600_000);
    await run();
    expect(reached).toHaveLength(2);
  });

  test('because of something else than an alarm still gets the first message of an alarm at once', async () => {
    answer = busy(429, '86400');
    await queueAbout(null, nobody);
    await run();
    answer = accepted;
    await queueAbout(null, nobody);
    await queueAbout(alarmId, neighbour);
    await runAfter(1);
    expect(reached).toEqual([nobody, neighbour]);
    await runAfter(599_998);
    expect(reached).toEqual([nobody, neighbour]);
    await runAfter(1);
    expect(reached).toEqual([nobody, neighbour, nobody, nobody]);
  });

  test('gets a call again in the same way', async () => {
    answer = busy(429, '30');
    await queueAbout(alarmId, neighbour, 'call');
    const publicUrl = 'https://varde.example';
    const sender = createCallSender({ provider: 'gateway', url, from: '', publicUrl });
    const call = () => messageDelivery.call.run({ ...context, calls: { sender, publicUrl, speech: null, pace } });
    await call();
    clock.advance(29_999);
    await call();
    expect(reached).toHaveLength(1);
    answer = accepted;
    clock.advance(1);
    await call();
    expect(await stored()).toMatchObject({ state: 'sent', tries: 1, rings: 0 });
  });
});

describe('a provider that takes three SMS in a second', () => {
  beforeEach(() => {
    pace = new ProviderPace(3, clock);
  });
  const many = Array.from({ length: 20 }, (_, index) => `+47900001${String(index).padStart(2, '0')}`);

  test('gets no more of a flood of alarms, the oldest first', async () => {
    for (const number of many) await queueAbout(alarmId, number);
    await run();
    expect(reached.sort()).toEqual(many.slice(0, 6));
    await runAfter(2000);
    expect(reached.sort()).toEqual(many.slice(0, 12));
    await runAfter(1000);
    expect(reached.sort()).toEqual(many.slice(0, 15));
  });

  test('gets the first SMS to others before those again that it did not want', async () => {
    answer = (to, response) => (to === nobody ? busy(429, '1')(to, response) : accepted(to, response));
    for (let index = 0; index < 6; index++) await queueAbout(alarmId, nobody);
    await run();
    expect(reached).toHaveLength(6);
    await queueAbout(alarmId, neighbour);
    await runAfter(2000);
    expect(reached).toContain(neighbour);
  });

  test('gets an alarm at once, however many other SMS have left or wait', async () => {
    for (const number of many) await queueAbout(null, number);
    await run();
    expect(reached).toHaveLength(3);
    await queueAbout(alarmId, neighbour);
    await run();
    expect(reached).toHaveLength(4);
    expect(reached.at(-1)).toBe(neighbour);
  });
});

test('a provider that hangs for all other SMS still gets those about alarms at once', async () => {
  const hung: ServerResponse[] = [];
  answer = (to, response) => (to === neighbour ? accepted(to, response) : hung.push(response));
  for (let index = 0; index < 17; index++) await queueAbout(null, nobody);
  const running = run();
  await vi.waitFor(() => expect(hung).toHaveLength(12));
  await queueAbout(alarmId, neighbour);
  await vi.waitFor(() => expect(reached).toContain(neighbour));
  expect(hung).toHaveLength(12);
  answer = accepted;
  for (const response of hung) accepted('', response);
  await running;
  expect(reached).toHaveLength(18);
});
