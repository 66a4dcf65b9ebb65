import { metyId } from '@varde/catalogue/message-types';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pushBrowsers } from '#domain/accounts/tables.ts';
import { queueMessages } from '#domain/messages/outbox.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { outbox } from '#domain/messages/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { type ReceiverToSave, saveList } from '#domain/notifications/lists.ts';
import { notificationAttempts } from '#domain/notifications/tables.ts';
import { queueHookEvents } from '#domain/web-hooks/hook-events.ts';
import { addHook } from '#domain/web-hooks/hooks.ts';
import { type Bus, createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { NoAnswer } from '#platform/net/guarded-post.ts';
import type { JobContext } from './job.ts';
import { createJobContext } from './job-context.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';
import { webHookDelivery } from './web-hook-delivery.ts';

// A customer with very many messages, or with receivers that hang, and the messages of another one.

/** Messages of a channel that are on their way at once reach their servers in any order. */
const atOnce = 16;

let opened: OpenDatabase;
let clock: ManualClock;
let context: JobContext;
let firm: number;
let other: number;
/** What has left, in order: to whom. */
let left: string[];
/** The servers that never answer, until they are let go. */
let hanging: (to: string) => boolean;
let letGo: () => void;
let whenLetGo: Promise<void>;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  left = [];
  hanging = () => false;
  ({ promise: whenLetGo, resolve: letGo } = Promise.withResolvers<void>());
  const reach = async (to: string) => {
    left.push(to);
    if (!hanging(to)) return;
    await whenLetGo;
    throw new NoAnswer('no answer');
  };
  const handOver = async ({ to }: { to: string }) => {
    await reach(to);
    return String(left.length);
  };
  const named = {
    reportsTo: null,
    takesReplies: false,
    publicUrl: '',
    consoleUrl: 'https://varde.example',
    speech: null,
  };
  context = createJobContext({
    ...{ db, bus: createInProcessBus(), clock, log: createLog({ level: 'silent' }) },
    sms: { ...named, sender: { send: handOver } },
    calls: { ...named, sender: { call: handOver } },
    mail: { ...named, sender: { send: handOver } },
    push: { send: ({ endpoint }) => reach(new URL(endpoint).pathname.slice(1)) },
    webHooks: {
      send: async ({ url }) => {
        await reach(new URL(url).hostname);
        return 200;
      },
    },
    consoleUrl: 'https://varde.example',
  });
  firm = await createCustomer(db);
  other = await createCustomer(db);
});

const at = () => new Date(clock.now());
async function alarmOf(custId: number, kind: number = metyId.panicButton): Promise<number> {
  const { deviId } = await createDevice(opened.db, { custId });
  return createAlarm(opened.db, { deviId, custId, metyId: kind, at: at() });
}
const text = (alarmId: number, recipient: string) =>
  queueMessages(opened.db, { channel: 'sms', alarmId, recipient, content: 'Alarm', createdAt: at() });
const call = (alarmId: number, recipient: string) =>
  queueMessages(opened.db, { channel: 'call', alarmId, recipient, content: 'Alarm', createdAt: at() });
const mail = (alarmId: number, to: string) =>
  queueMail(opened.db, {
    ...{ to, language: 'nb', template: 'resetPassword', at: at().getTime(), alarmId },
    values: { path: '/x', expires: 0 },
  });
const number = (each: number): string => `+47900000${String(each).padStart(2, '0')}`;

const channels = [
  ['SMS', messageDelivery.sms, text, '+4799999999'],
  ['call', messageDelivery.call, call, '+4799999999'],
  ['mail', messageDelivery.email, mail, 'neighbour@test.example'],
] as const;

describe.each(channels)('an %s of another customer', (_what, job, queue, neighbour) => {
  test('leaves among the first, although a customer has 120 that were queued before', async () => {
    for (let alarm = 0; alarm < 6; alarm++) {
      const alarmId = await alarmOf(firm);
      for (let each = 0; each < 20; each++) await queue(alarmId, number(each));
    }
    await queue(await alarmOf(other), neighbour);
    await job.run(context);
    expect(left.indexOf(neighbour)).toBeLessThan(atOnce);
    expect(left).toHaveLength(121);
  });

  test('has its turn, although the other one has many small customers below it', async () => {
    for (let home = 0; home < 40; home++)
      await queue(await alarmOf(await createCustomer(opened.db, { kind: 'home', parentId: firm })), number(home));
    await queue(await alarmOf(other), neighbour);
    await job.run(context);
    expect(left.indexOf(neighbour)).toBeLessThan(atOnce);
  });
});

describe('of one customer', () => {
  test('the first SMS of each alarm leaves before the second of any, an emergency before the rest', async () => {
    const [first, second, water] = [await alarmOf(firm), await alarmOf(firm), await alarmOf(firm, metyId.water)];
    for (const each of [1, 2, 3]) await text(first, number(each));
    await text(water, number(11));
    await text(water, number(12));
    for (const each of [21, 22]) await text(second, number(each));
    await messageDelivery.sms.run(context);
    // Every fourth place goes to whom has waited longest.
    expect(left.slice(0, 3)).toEqual([number(1), number(21), number(11)]);
    expect(left).toHaveLength(7);
  });

  test('a receiver of very many alarms delays no other one', async () => {
    for (let alarm = 0; alarm < 40; alarm++) await text(await alarmOf(firm), number(1));
    await text(await alarmOf(firm), number(2));
    await messageDelivery.sms.run(context);
    expect(left.indexOf(number(2))).toBeLessThan(atOnce);
    expect(left).toHaveLength(41);
  });

  test('an SMS that was never tried leaves before those that the provider did not take', async () => {
    const alarmId = await alarmOf(firm);
    for (const each of [1, 2, 3]) await text(alarmId, number(each));
    await opened.db.update(outbox).set({ tries: 3, nextTryAt: at() });
    for (const each of [4, 5, 6]) await text(alarmId, number(each));
    await messageDelivery.sms.run(context);
    expect(left.slice(0, 3)).toEqual([number(4), number(5), number(6)]);
    expect(left).toHaveLength(6);
  });
});

const person = (name: string, mobile: string): ReceiverToSave => ({
  ...{ name, mobile, email: null, events: [], channels: ['sms'] as const },
  ...{ hours: null, waitSeconds: 60, channels: ['sms'] },
});

describe('an alarm of another customer', () => {
  const listOf = async (custId: number, receiver: ReceiverToSave) => {
    const { userId } = await createUser(opened.db, { role: 'FIRM', custId });
    await saveList(
      opened.db,
      { custId },
      { rev: 0, receivers: [receiver], repeats: 0, pauseSeconds: 60, at: at(), userId },
    );
  };
  const signal = (...alarmIds: number[]) => opened.db.transaction((tx) => startChains(tx, alarmIds, clock.now()));
  const told = async () =>
    (await opened.db.select().from(notificationAttempts).orderBy(notificationAttempts.attemptId)).map(
      ({ name }) => name,
    );

  test('is told in the next run, although many of one customer have been due for longer', async () => {
    await listOf(firm, person('Kari', number(1)));
    await listOf(other, person('Ola', number(2)));
    const flood: number[] = [];
    for (let alarm = 0; alarm < 3 * atOnce; alarm++) flood.push(await alarmOf(firm));
    await signal(...flood);
    clock.advance(1000);
    await signal(await alarmOf(other));
    await notificationSteps.run(context);
    expect((await told()).indexOf('Ola')).toBeGreaterThanOrEqual(0);
    expect((await told()).indexOf('Ola')).toBeLessThan(atOnce);
    expect(await told()).toHaveLength(3 * atOnce + 1);
  });

  test('that comes while those of one customer are told does not wait for the last of them', async () => {
    await listOf(firm, person('Kari', number(1)));
    await listOf(other, person('Ola', number(2)));
    const flood: number[] = [];
    for (let alarm = 0; alarm < 60; alarm++) flood.push(await alarmOf(firm));
    const late = await alarmOf(other);
    await signal(...flood);
    let coming: Promise<void> | undefined;
    const bus: Bus = {
      ...context.bus,
      publishEvents: () => {
        clock.advance(100); // steps take their time
        coming ??= signal(late);
      },
    };
    await notificationSteps.run({ ...context, bus });
    await coming;
    expect((await told()).indexOf('Ola')).toBeGreaterThanOrEqual(0);
    expect((await told()).indexOf('Ola')).toBeLessThan(30);
    for (let run = 0; run < 3; run++) await notificationSteps.run({ ...context, bus });
    expect(await told()).toHaveLength(61);
  });
});

describe('an alarm of another customer that comes while long lists are told at the same time', () => {
  const twelve = Array.from({ length: 12 }, (_, each) => ({ ...person(`Nr. ${each}`, number(each)), waitSeconds: 0 }));

  test('is told after a part of these lists, and each list is told to its end as one', async () => {
    const { userId } = await createUser(opened.db, { role: 'FIRM', custId: firm });
    const saved = { rev: 0, repeats: 0, pauseSeconds: 60, at: at(), userId };
    await saveList(opened.db, { custId: firm }, { ...saved, receivers: twelve });
    await saveList(opened.db, { custId: other }, { ...saved, receivers: [person('Ola', number(99))] });
    const flood: number[] = [];
    for (let alarm = 0; alarm < 8; alarm++) flood.push(await alarmOf(firm));
    const late = await alarmOf(other);
    const signal = (...ids: number[]) => opened.db.transaction((tx) => startChains(tx, ids, clock.now()));
    await signal(...flood);
    let coming: Promise<void> | undefined;
    const bus: Bus = {
      ...context.bus,
      publishEvents: () => {
        coming ??= signal(late);
      },
    };
    await notificationSteps.run({ ...context, bus });
    await coming;
    await notificationSteps.run(context);
    const told = await opened.db.select().from(notificationAttempts).orderBy(notificationAttempts.attemptId);
    expect(told).toHaveLength(8 * 12 + 1);
    expect(told.findIndex(({ name }) => name === 'Ola')).toBeLessThan(40);
    const ofOne = told.filter(({ alarmId }) => alarmId === flood[0]);
    expect(ofOne.map(({ name }) => name)).toEqual(twelve.map(({ name }) => name));
    expect(ofOne.map(({ why }) => why?.cause)).toEqual(['first', ...Array(11).fill('together')]);
    expect(ofOne.map(({ round, step }) => [round, step])).toEqual(twelve.map((_, step) => [1, step]));
  });
});

describe('alarms of very many customers', () => {
  test('are told in turns, however few of them each look begins', async () => {
    const customers: number[] = [];
    for (let each = 0; each < 25; each++) customers.push(await createCustomer(opened.db));
    const owners = new Map<number, number>();
    for (let round = 0; round < 2; round++) for (const custId of customers) owners.set(await alarmOf(custId), custId);
    await opened.db.transaction((tx) => startChains(tx, [...owners.keys()], clock.now()));
    const order: number[] = [];
    const bus: Bus = {
      ...context.bus,
      publishEvents: (events) => {
        for (const event of events) if (event.type === 'alarm') order.push(owners.get(event.alarm.alarmId) ?? 0);
      },
    };
    await notificationSteps.run({ ...context, bus });
    // Every fourth place goes to whom has waited longest.
    expect(new Set(order.slice(0, 34)).size).toBe(25);
    expect(order).toHaveLength(50);
  });
});

describe('while ten servers of one customer hang', () => {
  test('the web hook of another one is told at once, and a server that answers again gets what waits', async () => {
    const events = ['alarmRaised' as const];
    for (let hook = 0; hook < 10; hook++)
      await addHook(opened.db, { custId: firm, url: `https://slow-${hook}.test.example/`, events, at: at() });
    await addHook(opened.db, { custId: other, url: 'https://fast.test.example/', events, at: at() });
    hanging = (to) => to.startsWith('slow');
    const raise = async (custId: number) => {
      const alarmId = await alarmOf(custId);
      await opened.db.transaction((tx) => queueHookEvents(tx, [{ alarmId, event: 'alarmRaised', at: at() }]));
    };
    for (let alarm = 0; alarm < 4; alarm++) await raise(firm);
    const running = webHookDelivery.run(context);
    await vi.waitFor(() => expect(left).toHaveLength(6));
    await raise(other);
    await vi.waitFor(() => expect(left.at(-1)).toBe('fast.test.example'));
    letGo();
    await running;
    hanging = () => false;
    for (let later = 0; later < 20; later++) {
      clock.advance(20_000);
      await webHookDelivery.run(context);
    }
    expect(new Set(left).size).toBe(11);
  });

  async function push(custId: number, browser: string, host = browser): Promise<void> {
    const { userId } = await createUser(opened.db, { role: 'FIRM', custId });
    const keys = { p256dh: 'x', auth: 'x', userAgent: null, endsAtLogout: false, createdAt: at() };
    const endpoint = `https://${host}.push.example/${browser}`;
    const [added] = await opened.db
      .insert(pushBrowsers)
      .values({ userId, endpoint, ...keys })
      .returning();
    const content = JSON.stringify({ title: 'Alarm', options: { tag: 'alarm', silent: false } });
    const browserId = added?.browserId ?? 0;
    const row = {
      alarmId: await alarmOf(custId),
      channel: 'push' as const,
      recipient: 'Chrome',
      content,
      createdAt: at(),
    };
    await opened.db.insert(outbox).values({ ...row, browserId });
  }

  test('the push message of another one is sent at once', async () => {
    for (let browser = 0; browser < 20; browser++) await push(firm, `slow-${browser}`);
    hanging = (to) => to.startsWith('slow');
    const running = messageDelivery.push.run(context);
    await vi.waitFor(() => expect(left).toHaveLength(4));
    await push(other, 'fast');
    await vi.waitFor(() => expect(left.at(-1)).toBe('fast'));
    letGo();
    await running;
    expect(new Set(left).size).toBe(21);
  });

  test('a push message of the same one leaves by another service, however many wait for the one that hangs', async () => {
    for (let browser = 0; browser < 40; browser++) await push(firm, `slow-${browser}`, 'slow');
    await push(firm, 'fast');
    hanging = (to) => to.startsWith('slow');
    letGo();
    await messageDelivery.push.run(context);
    expect(left).toContain('fast');
  });

  test('a web hook of the same one is told, however much waits for the one that hangs', async () => {
    const hook = (name: string, events: readonly ('alarmRaised' | 'alarmReset')[]) =>
      addHook(opened.db, { custId: firm, url: `https://${name}.test.example/`, events, at: at() });
    await hook('slow', ['alarmRaised']);
    await hook('fast', ['alarmReset']);
    hanging = (to) => to.startsWith('slow');
    letGo();
    for (let alarm = 0; alarm < 40; alarm++) {
      const alarmId = await alarmOf(firm);
      const events = (['alarmRaised', 'alarmReset'] as const).map((event) => ({ alarmId, event, at: at() }));
      await opened.db.transaction((tx) => queueHookEvents(tx, events));
    }
    await webHookDelivery.run(context);
    expect(left).toContain('fast.test.example');
  });
});
