import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { messagesIn } from '@varde/testing/messages';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimIfOpen } from '#domain/alarms/claims.ts';
import { handOverIfClaimed } from '#domain/alarms/hand-over.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { notifySteps } from '#domain/alarms/telling/notify-step.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { notificationAttempts, notificationChains } from '#domain/notifications/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

const second = 1000;
const minute = 60 * second;

let opened: OpenDatabase;
let processing: TestProcessing;
let identity: string;
let people: { first: number; second: number };

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  processing = await startProcessing(db);
  const custId = await createCustomer(db);
  ({ identity } = await createDevice(db, { custId }));
  people = {
    first: (await createUser(db, { role: 'FIRM', custId })).userId,
    second: (await createUser(db, { role: 'FIRM', custId })).userId,
  };
  const person = (name: string, mobile: string) => ({
    ...{ name, mobile, email: null, events: [], channels: ['sms' as const], hours: null, waitSeconds: 60 },
  });
  const receivers = [person('Kari', '+4791111111'), person('Ola', '+4792222222')];
  await saveList(db, { custId }, { rev: 0, receivers, repeats: 0, at: now(), userId: null });
});

const now = () => new Date(processing.clock.now());
const press = () => processing.bus.publishUplink(messageUplink(identity, processing.clock.now(), [sosSample()]));
async function alarmId(): Promise<number> {
  const [alarm] = await opened.db.select().from(alarms);
  return alarm?.alarmId ?? 0;
}
/** What the job does each second. */
const step = async () => {
  const [told, order] = [await alarmId(), { at: now(), consoleUrl: '', takesReplies: false }];
  return opened.db.transaction((tx) => notifySteps(tx, [told], order));
};
async function after(ms: number): Promise<void> {
  processing.clock.advance(ms);
  await step();
}
const claim = async (userId = people.first) => {
  const order = { alarmId: await alarmId(), userId, at: now() };
  return opened.db.transaction((tx) => claimIfOpen(tx, 'all', order));
};
const handOver = async () => {
  const claimed = { claimedBy: people.first, to: people.second, by: people.first };
  const order = { alarmId: await alarmId(), ...claimed, at: now() };
  return opened.db.transaction((tx) => handOverIfClaimed(tx, 'all', order));
};
const told = async () =>
  (await opened.db.select().from(notificationAttempts).orderBy(asc(notificationAttempts.attemptId))).map(
    ({ name }) => name,
  );
const chains = () => opened.db.select().from(notificationChains);
const waiting = async () =>
  (await messagesIn(opened.db)).filter(({ state }) => state === 'queued').map(({ recipient }) => recipient);

describe('a signal of an alarm that somebody has taken', () => {
  beforeEach(async () => {
    await press();
    await step();
    expect(await told()).toEqual(['Kari']);
  });

  test('is told at once, also ten seconds after the list began', async () => {
    await claim();
    await after(second);
    expect(await chains()).toMatchObject([{ state: 'ended', outcome: 'taken' }]);
    processing.clock.advance(9 * second);
    await press();
    await step();
    expect(await told()).toEqual(['Kari', 'Kari']);
    expect(await waiting()).toEqual(['+4791111111']);
    await after(minute - 1);
    expect(await told()).toEqual(['Kari', 'Kari']);
    await after(1);
    expect(await told()).toEqual(['Kari', 'Kari', 'Ola']);
    expect(await chains()).toMatchObject([{ state: 'running', round: 2 }]);
  });

  test('is told at once when it comes before the chain has noticed the claim, which withdrew the messages', async () => {
    processing.clock.advance(second);
    await claim();
    await press();
    expect(await waiting()).toEqual([]);
    await step();
    expect(await waiting()).toEqual(['+4791111111']);
    expect(await chains()).toMatchObject([{ state: 'running', round: 2, nextStep: 1 }]);
  });

  test('is told at once when a colleague has not confirmed that the alarm was handed over', async () => {
    await claim();
    await after(second);
    await handOver();
    await press();
    await step();
    expect(await told()).toEqual(['Kari', 'Kari']);
  });

  test('begins the list once, however often the button is pressed until somebody takes the alarm again', async () => {
    await claim();
    await after(second);
    for (let presses = 0; presses < 5; presses++) {
      await press();
      await after(second);
    }
    expect(await told()).toEqual(['Kari', 'Kari']);
    await claim();
    await press();
    await after(second);
    expect(await told()).toEqual(['Kari', 'Kari', 'Kari']);
    expect(await chains()).toHaveLength(1);
  });

  test('is told anew within the minute only if it was taken: nobody has asked for another message', async () => {
    await after(minute);
    await after(minute);
    expect(await chains()).toMatchObject([{ state: 'ended', outcome: 'exhausted' }]);
    await press();
    await step();
    expect(await told()).toEqual(['Kari', 'Ola', 'Kari']);
    await press();
    await after(second);
    expect(await told()).toEqual(['Kari', 'Ola', 'Kari']);
  });
});

/** The embedded database runs one transaction at a time. */
test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'a signal that comes with the claim and the step never leaves an open alarm that nobody is told of',
  async () => {
    await press();
    await step();
    for (let round = 0; round < 20; round++) {
      await Promise.all([claim(), press(), step(), step()]);
      await after(second);
      const [alarm] = await opened.db.select().from(alarms);
      const [chain] = await chains();
      if (alarm?.state === 'open') expect(chain).toMatchObject({ state: 'running' });
      else expect(chain).toMatchObject({ state: 'ended', outcome: 'taken' });
      expect((await waiting()).length > 0).toBe(alarm?.state === 'open');
      if (alarm?.state !== 'open') await press();
      await step();
    }
  },
);
