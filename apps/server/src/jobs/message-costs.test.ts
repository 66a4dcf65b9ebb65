import { SharedAlarm } from '@varde/testing/shared-alarm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '#domain/commands/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { queueMessages } from '#domain/messages/outbox.ts';
import { ownNumber } from '#domain/messages/own-number.ts';
import { messageCosts, outbox } from '#domain/messages/tables.ts';
import { notificationTests } from '#domain/notifications/tables.ts';
import type { OutgoingCall } from '#platform/calls/call-sender.ts';
import { type Accepted, ProviderRefused, ProviderUncertain } from '#platform/delivery/provider-answers.ts';
import { metrics } from '#platform/log/metrics.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';
import { retention } from './retention.ts';

const publicUrl = 'https://varde.example';
const number = '+4791111111';

let sharing: SharedAlarm;
let made: OutgoingCall[];
beforeAll(async () => {
  sharing = await SharedAlarm.open({
    VARDE_CALL_URL: 'https://gateway.example/calls',
    VARDE_PUBLIC_URL: publicUrl,
  });
});
afterAll(() => sharing.close());
beforeEach(async () => {
  await sharing.renew();
  made = [];
  for (const counter of [metrics.messages, metrics.smsParts, metrics.callSeconds]) counter.reset();
});

const queue = async (content: string, recipient = number) =>
  queueMessages(sharing.server.db, {
    channel: 'sms',
    ...{ alarmId: sharing.alarmId, recipient, content, createdAt: new Date(sharing.clock.now()) },
  });
const deliver = (send: () => Promise<Accepted> = async () => 's-1') =>
  sharing.run(messageDelivery.sms, {
    sms: { sender: { send }, reportsTo: publicUrl, takesReplies: false, provider: '46elks' },
  });
async function post(url: string, fields: Record<string, string>): Promise<void> {
  const { statusCode } = await sharing.server.app.http.inject({
    method: 'POST',
    url: new URL(url, publicUrl).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  expect(statusCode).toBe(200);
}
const costs = () => sharing.server.db.select().from(messageCosts).orderBy(messageCosts.messageId, messageCosts.number);
const counted = async (name: 'messages' | 'smsParts' | 'callSeconds') =>
  (await metrics[name].get()).values.map(({ labels, value }) => [Object.values(labels).join(' '), value]);

describe('an SMS', () => {
  test.each<[string, string, number]>([
    ['of 160 plain characters', 'å'.repeat(160), 1],
    ['of 161', 'å'.repeat(161), 2],
    ['of 306', 'å'.repeat(306), 2],
    ['of 307', 'å'.repeat(307), 3],
    ['with a dash, of 70', '–'.repeat(70), 1],
    ['with a dash, of 71', '–'.repeat(71), 2],
  ])('%s counts as its parts, for the customer of the alarm', async (_what, text, parts) => {
    await queue(text);
    await deliver();
    expect(await costs()).toEqual([
      {
        ...{
          messageId: expect.any(Number),
          number: 1,
          custId: sharing.homes.mine,
          at: new Date(sharing.clock.now()),
        },
        ...{ channel: 'sms', provider: '46elks', outcome: 'sent', parts, seconds: null, price: null },
      },
    ]);
    expect(await counted('messages')).toEqual([['sms 46elks sent', 1]]);
    expect(await counted('smsParts')).toEqual([['46elks sent', parts]]);
  });

  test('that arrives, or not, or was refused, counts once, whatever is reported how often', async () => {
    await queue('å'.repeat(161));
    await deliver();
    const [{ reportToken } = { reportToken: '' }] = await sharing.texts();
    for (const status of ['failed', 'failed', 'delivered', 'failed'])
      await post(`/ajax/sms-reports/${reportToken}`, { status });
    await queue('Alarm');
    await deliver(() => Promise.reject(new ProviderRefused('no such number')));
    expect((await costs()).map(({ outcome, parts }) => [outcome, parts])).toEqual([
      ['delivered', 2],
      ['failed', 1],
    ]);
    expect(await counted('messages')).toEqual([
      ['sms 46elks sent', 1],
      ['sms 46elks failed', 2],
      ['sms 46elks delivered', 1],
    ]);
  });

  test('that is reported on before the provider answers counts once, with its parts', async () => {
    await queue('å'.repeat(161));
    const [{ reportToken } = { reportToken: '' }] = await sharing.texts();
    await deliver(async () => {
      await post(`/ajax/sms-reports/${reportToken}`, { status: 'delivered' });
      return 's-1';
    });
    expect(await costs()).toMatchObject([{ outcome: 'delivered', parts: 2, provider: '46elks' }]);
  });

  test('costs what its provider charged, whatever is reported afterwards or before', async () => {
    const priced = async () => ({ receipt: 's-1', price: 3500 });
    await queue('Alarm');
    await deliver(priced);
    const [{ reportToken } = { reportToken: '' }] = await sharing.texts();
    await post(`/ajax/sms-reports/${reportToken}`, { status: 'delivered' });
    await queue('Alarm');
    const [, { reportToken: second } = { reportToken: '' }] = await sharing.texts();
    await deliver(async () => {
      await post(`/ajax/sms-reports/${second}`, { status: 'delivered' });
      return { receipt: 's-2', price: 7000 };
    });
    await queue('Alarm');
    await deliver();
    expect((await costs()).map(({ outcome, price }) => [outcome, price])).toEqual([
      ['delivered', 3500],
      ['delivered', 7000],
      ['sent', null],
    ]);
    const { receipt } = (await sharing.texts())[0] ?? {};
    expect(receipt).toBe('s-1');
  });

  test('that is tried again counts when it leaves, and once', async () => {
    await queue('Alarm');
    for (const error of [new Error('503'), new ProviderUncertain('no answer')]) {
      await deliver(() => Promise.reject(error));
      sharing.clock.advance(600_000);
    }
    expect(await costs()).toEqual([]);
    await deliver();
    expect(await costs()).toMatchObject([{ outcome: 'sent' }]);
  });

  test('counts for the customer that has the device of its command, or whose list it tries out', async () => {
    const { db } = sharing.server;
    const at = new Date(sharing.clock.now());
    const { deviId } = sharing;
    const [command] = await db
      .insert(commands)
      .values({ deviId, command: { action: 'restart' }, createdAt: at })
      .returning();
    await queueMessages(db, {
      channel: 'sms',
      deviId,
      commandId: command?.commandId ?? 0,
      recipient: number,
      content: 'reset#',
      createdAt: at,
    });
    const [messageId = 0] = await queueMessages(db, {
      channel: 'sms',
      recipient: number,
      content: 'Prøve',
      createdAt: at,
    });
    const assignmentId = await presentAssignmentId(db, deviId);
    await db
      .insert(notificationTests)
      .values({ assignmentId, at, name: 'Kari', channel: 'sms', recipient: number, messageId });
    await deliver();
    expect((await costs()).map(({ custId }) => custId)).toEqual([sharing.homes.mine, sharing.homes.mine]);
  });

  test('of Varde itself, and one that was withdrawn, cost nothing', async () => {
    await queue('Alarm', ownNumber);
    await queue('Alarm');
    await sharing.server.db.execute(sql`update outbox set state = 'failed', reason = 'withdrawn'
      where recipient = ${number}`);
    await deliver();
    expect((await sharing.texts()).map(({ state }) => state)).toEqual(['sent', 'failed']);
    expect(await costs()).toEqual([]);
    expect(await counted('messages')).toEqual([]);
  });

  test('is remembered for 400 days, longer than the message, and names nobody', async () => {
    await queue('Alarm hos Astrid Lie');
    await deliver();
    await sharing.server.db.update(outbox).set({ createdAt: new Date(0) });
    await sharing.run(retention);
    expect(await sharing.texts()).toEqual([]);
    expect(JSON.stringify(await costs())).not.toMatch(/Astrid|\+47/);
    const day = 86_400_000;
    const { db } = sharing.server;
    await db.update(messageCosts).set({ at: new Date(sharing.clock.now() - 400 * day + 1) });
    await sharing.run(retention);
    expect(await costs()).toHaveLength(1);
    await db.update(messageCosts).set({ at: new Date(sharing.clock.now() - 400 * day - 1) });
    await sharing.run(retention);
    expect(await costs()).toEqual([]);
  });
});

describe('a call', () => {
  async function run(ms = 0): Promise<void> {
    sharing.clock.advance(ms);
    await sharing.run(notificationSteps);
    const call = async (one: OutgoingCall) => {
      made.push(one);
      return `c-${made.length}`;
    };
    await sharing.run(messageDelivery.call, {
      calls: { sender: { call }, publicUrl, speech: null, provider: '46elks' },
    });
  }
  beforeEach(() => sharing.tell({ name: 'Kari', mobile: number, email: null, channels: ['call'] }));
  const report = (fields: Record<string, string>) => post(made.at(-1)?.reportUrl ?? '', fields);

  test('counts with its seconds and its price, each time that the telephone rang', async () => {
    await run();
    await report({ state: 'busy' });
    await run(60_000);
    await post(made.at(-1)?.answerUrl ?? '', {});
    for (const _ of ['first', 'repeated']) await report({ state: 'success', duration: '42', cost: '3500' });
    expect((await costs()).map((one) => [one.number, one.outcome, one.seconds, one.price])).toEqual([
      [1, 'failed', 0, null],
      [2, 'delivered', 42, 3500],
    ]);
    expect(await counted('callSeconds')).toEqual([['46elks', 42]]);
    expect(await counted('smsParts')).toEqual([]);
  });

  test.each(['-1', '3.5', '1e12', 'free', ''])('has no price where the provider says %j', async (cost) => {
    await run();
    await post(made.at(-1)?.answerUrl ?? '', {});
    await report({ state: 'success', duration: '7', cost });
    expect(await costs()).toMatchObject([{ seconds: 7, price: null }]);
  });
});
