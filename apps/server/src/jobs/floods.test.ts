import { metyId } from '@varde/catalogue/message-types';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimIfOpen, releaseIfClaimed } from '#domain/alarms/claims.ts';
import { alarmEvents } from '#domain/alarms/tables.ts';
import { outbox } from '#domain/messages/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { floodMs, mostMessages } from '#domain/notifications/floods.ts';
import { type ReceiverToSave, saveList } from '#domain/notifications/lists.ts';
import { notificationAttempts, notificationLists } from '#domain/notifications/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createJobContext } from './job-context.ts';
import { notificationSteps } from './notification-steps.ts';

const second = 1000;
const minute = 60 * second;

let opened: OpenDatabase;
let clock: ManualClock;
let custId: number;
let userId: number;
/** The job, and a provider that takes what it queued. */
let run: () => Promise<void>;
let isProviderUp: boolean;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  custId = await createCustomer(db);
  ({ userId } = await createUser(db, { role: 'FIRM', custId }));
  const log = createLog({ level: 'silent' });
  const consoleUrl = 'https://varde.example';
  const context = createJobContext({ db, bus: createInProcessBus(), clock, log, consoleUrl });
  isProviderUp = true;
  run = async () => {
    await notificationSteps.run(context);
    if (isProviderUp) await db.update(outbox).set({ state: 'sent' }).where(eq(outbox.state, 'queued'));
  };
});

const person = (name: string, number: number, more: Partial<ReceiverToSave> = {}): ReceiverToSave => ({
  ...{ name, mobile: `+479000000${number}`, email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds: 60, ...more },
});
const kari = person('Kari', 1);
const ola = person('Ola', 2);
const listOf = (of: number, receivers: ReceiverToSave[], repeats: number | null = 0) =>
  saveList(opened.db, { custId: of }, { rev: 0, receivers, repeats, pauseSeconds: 60, at: now(), userId });
const now = () => new Date(clock.now());
const signal = (...alarmIds: number[]) => opened.db.transaction((tx) => startChains(tx, alarmIds, clock.now()));
/** An alarm of a device of its own. */
async function alarmAt(of: number): Promise<number> {
  const { deviId } = await createDevice(opened.db, { custId: of });
  return createAlarm(opened.db, { deviId, custId: of, metyId: metyId.panicButton, at: now() });
}
async function raise(): Promise<number> {
  const alarmId = await alarmAt(custId);
  await signal(alarmId);
  await run();
  return alarmId;
}
async function after(ms: number): Promise<void> {
  clock.advance(ms);
  await run();
}
const told = async (alarmId: number) =>
  (
    await opened.db
      .select()
      .from(notificationAttempts)
      .where(eq(notificationAttempts.alarmId, alarmId))
      .orderBy(asc(notificationAttempts.attemptId))
  ).map(({ name }) => name);
const latestEvent = async (alarmId: number) => {
  const [latest] = await opened.db
    .select()
    .from(alarmEvents)
    .where(and(eq(alarmEvents.alarmId, alarmId), isNotNull(alarmEvents.why)))
    .orderBy(desc(alarmEvents.eventId))
    .limit(1);
  return latest;
};
/** So many other alarms tell Kari, by default of a district of the same customer: each for the first time. */
async function outage(
  count: number,
  at: Parameters<typeof createCustomer>[1] = { kind: 'district', parentId: custId },
): Promise<number[]> {
  const elsewhere = await createCustomer(opened.db, at);
  await listOf(elsewhere, [kari]);
  const alarmIds: number[] = [];
  for (let each = 0; each < count; each++) alarmIds.push(await alarmAt(elsewhere));
  await signal(...alarmIds);
  await run();
  return alarmIds;
}

describe('a receiver who has had many messages about alarms', () => {
  test('is told of every further alarm for the first time', async () => {
    const alarmIds = await outage(3 * mostMessages);
    for (const alarmId of alarmIds) expect(await told(alarmId)).toEqual(['Kari']);
  });

  test('gets the last repeated message below the limit, and is passed over at the limit: the next one is told at once', async () => {
    await listOf(custId, [kari, ola]);
    const alarmId = await raise();
    await after(minute);
    await after(minute);
    await outage(mostMessages - 2);
    await signal(alarmId);
    await run();
    expect(await told(alarmId)).toEqual(['Kari', 'Ola', 'Kari']);
    await after(minute);
    await after(minute);
    expect(await told(alarmId)).toEqual(['Kari', 'Ola', 'Kari', 'Ola']);
    await signal(alarmId);
    await run();
    expect(await told(alarmId)).toEqual(['Kari', 'Ola', 'Kari', 'Ola', 'Ola']);
    const [latest] = await opened.db
      .select()
      .from(notificationAttempts)
      .orderBy(desc(notificationAttempts.attemptId))
      .limit(1);
    expect(latest?.why).toMatchObject({ skipped: [{ name: 'Kari', reason: 'manyMessages' }] });
  });

  test.each([
    ['passed over until the messages are as old as the limit says', floodMs - 1, ['Kari'], 'nobody'],
    ['told again from then on', floodMs, ['Kari', 'Kari'], 'customerList'],
  ])('is %s', async (_what, age, expected, result) => {
    await listOf(custId, [kari]);
    const alarmId = await raise();
    await after(minute);
    await outage(mostMessages);
    clock.advance(age);
    await signal(alarmId);
    await run();
    expect(await told(alarmId)).toEqual(expected);
    const skipped = result === 'nobody' ? [{ name: 'Kari', reason: 'manyMessages' }] : [];
    expect(await latestEvent(alarmId)).toMatchObject({ result, why: { round: 2, skipped } });
  });

  test('is told, when the messages of the alarm before this one were withdrawn or refused', async () => {
    await listOf(custId, [kari]);
    const alarmId = await raise();
    await after(minute);
    await outage(mostMessages);
    await opened.db.update(outbox).set({ state: 'failed' }).where(eq(outbox.alarmId, alarmId));
    isProviderUp = false;
    await signal(alarmId);
    await run();
    expect(await told(alarmId), 'refused').toEqual(['Kari', 'Kari']);
    const held = { alarmId, userId, at: now() };
    await opened.db.transaction((tx) => claimIfOpen(tx, 'all', held));
    await opened.db.transaction((tx) => releaseIfClaimed(tx, 'all', { ...held, claimedBy: userId }));
    await run();
    expect(await told(alarmId), 'withdrawn').toHaveLength(3);
  });

  test('is told of an alarm in a later round of it, when there was none for this receiver before', async () => {
    await listOf(custId, [ola]);
    const alarmId = await raise();
    await after(minute);
    await outage(mostMessages);
    const [{ rev } = { rev: 0 }] = await opened.db
      .select()
      .from(notificationLists)
      .where(eq(notificationLists.custId, custId));
    const receivers = [kari, ola];
    await saveList(opened.db, { custId }, { rev, receivers, repeats: 0, at: now(), userId });
    await signal(alarmId);
    await run();
    expect(await told(alarmId)).toEqual(['Ola', 'Kari']);
  });

  test('is another one than everybody else on the list, by number, address and account', async () => {
    const post = { mobile: null, email: 'kari@test.example', channels: ['email' as const] };
    await listOf(custId, [kari, person('Kari', 1, post), ola]);
    const alarmId = await raise();
    for (let waits = 0; waits < 3; waits++) await after(minute);
    await outage(mostMessages);
    await signal(alarmId);
    await run();
    await after(minute);
    expect(await told(alarmId)).toEqual(['Kari', 'Kari', 'Ola', 'Kari', 'Ola']);
  });

  test.each([
    ['is counted by the account, whatever its number was', mostMessages, 1, ['Ola']],
    ['is told while there were fewer messages than that, each to several browsers', mostMessages / 2, 4, []],
  ])('%s', async (_what, messages, browsers, passedOverTo) => {
    const { db } = opened;
    const other = await createUser(db, { role: 'FIRM', custId });
    await listOf(custId, [person('', 1, { userId: other.userId, channels: ['email'], mobile: null }), ola]);
    const alarmId = await raise();
    for (let waits = 0; waits < 2; waits++) await after(minute);
    const attempt = { channel: 'push' as const, name: 'x', alarmId, userId: other.userId, at: now() };
    await db.insert(notificationAttempts).values(
      Array.from({ length: messages * browsers }, (_, number) => ({
        ...{ ...attempt, recipient: `${number}`, step: 0, round: 100 + (number % messages) },
      })),
    );
    const before = await told(alarmId);
    await signal(alarmId);
    await run();
    const names = (await told(alarmId)).slice(before.length);
    expect(names.filter((name) => name === 'Ola')).toEqual(passedOverTo);
    expect(names).toHaveLength(1);
  });
});

describe('a number that the list of somebody else floods', () => {
  test.each([
    ['another customer', false],
    ['another customer of the same partner', true],
  ])('gets the repeated messages of an alarm all the same: %s', async (_who, isOfPartner) => {
    const partner = isOfPartner ? await createCustomer(opened.db, { kind: 'partner' }) : null;
    const own = await createCustomer(opened.db, { parentId: partner });
    await listOf(own, [kari]);
    const alarmId = await alarmAt(own);
    await signal(alarmId);
    await run();
    await after(minute);
    await outage(2 * mostMessages, { kind: 'firm', parentId: partner });
    await signal(alarmId);
    await run();
    expect(await told(alarmId)).toEqual(['Kari', 'Kari']);
  });

  test('is passed over once its own organisation has sent that many, whichever part of it did', async () => {
    const partner = await createCustomer(opened.db, { kind: 'partner' });
    const own = await createCustomer(opened.db, { parentId: partner });
    const district = await createCustomer(opened.db, { kind: 'district', parentId: own });
    await listOf(district, [kari]);
    const alarmId = await alarmAt(district);
    await signal(alarmId);
    await run();
    await after(minute);
    await outage(mostMessages, { kind: 'home', parentId: own });
    await signal(alarmId);
    await run();
    expect(await told(alarmId)).toEqual(['Kari']);
  });
});

test('a device that alarms again and again sends a receiver no more than the limit in its time, and never falls silent', async () => {
  await listOf(custId, [person('Kari', 1, { channels: ['sms', 'call'], waitSeconds: 0 })], null);
  const alarmId = await raise();
  const inEach: number[] = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    const before = (await told(alarmId)).length;
    for (let minutes = 0; minutes < 15; minutes++) await after(minute);
    inEach.push((await told(alarmId)).length - before);
  }
  for (const count of inEach) {
    expect(count).toBeLessThanOrEqual(mostMessages + 1);
    expect(count).toBeGreaterThan(mostMessages / 2);
  }
});
