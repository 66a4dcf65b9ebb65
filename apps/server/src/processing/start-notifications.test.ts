import { metyId } from '@varde/catalogue/message-types';
import { createAlarm, createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { statementsOf } from '@varde/testing/statements';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimIfOpen } from '#domain/alarms/claims.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { notifySteps } from '#domain/alarms/telling/notify-step.ts';
import { notificationAttempts, notificationChains } from '#domain/notifications/tables.ts';
import { webHookEvents } from '#domain/web-hooks/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { startNotifications } from './steps/start-notifications.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let devices: TestDevice[];
let custId: number;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  custId = await createCustomer(opened.db);
  devices = [];
  for (let number = 0; number < 5; number++) devices.push(await createDevice(opened.db, { custId }));
  processing = await startProcessing(opened.db);
});

const send = (index: number, sample = sosSample()) =>
  processing.bus.publishUplink(messageUplink(devices[index]?.identity ?? '', processing.clock.now(), [sample]));
const chains = () => opened.db.select().from(notificationChains).orderBy(asc(notificationChains.alarmId));
const step = (alarmId: number) =>
  opened.db.transaction((tx) =>
    notifySteps(tx, [alarmId], { at: new Date(processing.clock.now()), consoleUrl: '', takesReplies: false }),
  );

describe('the notifications of an alarm', () => {
  test('are committed with it, and due at once', async () => {
    await send(0, sampleOf({ metyId: metyId.position }));
    expect(await chains()).toEqual([]);
    await Promise.all(devices.map((_, index) => send(index)));
    const raised = await opened.db.select().from(alarms).orderBy(asc(alarms.alarmId));
    const now = new Date(processing.clock.now());
    expect(await chains()).toMatchObject(
      raised.map(({ alarmId }) => ({ alarmId, state: 'running', round: 1, nextStep: 0, nextAt: now })),
    );
    expect(raised).toHaveLength(5);
  });

  test.each([
    ['no statement without an alarm', 0, 0],
    ['one statement for one', 1, 1],
    ['one statement for many', 5, 1],
  ])('cost a batch %s', async (_title, count, statements) => {
    const raised = new Set<number>();
    for (const { deviId } of devices.slice(0, count)) raised.add(await createAlarm(opened.db, { deviId, custId }));
    const sent = await statementsOf(opened, () =>
      opened.db.transaction((tx) => startNotifications({ tx, raised, opened: raised, reopened: new Set(), now: 0 })),
    );
    expect(sent.filter((text) => text.includes('notification_chains'))).toHaveLength(statements);
    expect(sent.filter((text) => text.includes('web_hook_events'))).toHaveLength(statements);
    expect(sent).toHaveLength(2 * statements);
    expect(await chains()).toHaveLength(count);
  });

  test('do not stop it, whatever its lists contain', async () => {
    const { db } = opened;
    await db.execute(sql`insert into notification_lists (cust_id, changed_at) values (${custId}, now())`);
    await db.execute(sql`insert into notification_receivers
      (list_id, sort, name, mobile, events, channels, from_minute, to_minute, wait_seconds)
      select list_id, 0, E'\\x01', 'not a number', '{nothing}', '{sms,pigeon}', 5, 5, 0 from notification_lists`);
    expect(await send(0)).toBe('stored');
    expect(await opened.db.select().from(alarms)).toMatchObject([{ state: 'open' }]);
    expect(await chains()).toMatchObject([{ state: 'running' }]);
  });

  test('of web hooks are committed with it too, whatever the hooks contain: raised once, then signalled', async () => {
    const { db } = opened;
    await db.execute(sql`insert into web_hooks (cust_id, url, secret, events, created_at)
      values (${custId}, 'not an address', '', '{alarmRaised,nothing}', now())`);
    expect(await send(0)).toBe('stored');
    processing.clock.advance(1000);
    expect(await send(0)).toBe('stored');
    const [alarm] = await db.select().from(alarms);
    const now = processing.clock.now();
    expect(await db.select().from(webHookEvents).orderBy(asc(webHookEvents.eventId))).toMatchObject([
      { alarmId: alarm?.alarmId, event: 'alarmRaised', at: new Date(now - 1000) },
      { alarmId: alarm?.alarmId, event: 'alarmSignalled', at: new Date(now) },
    ]);
  });

  test('begin anew when it is signalled after everybody was told, or somebody had taken it', async () => {
    await send(0);
    const [alarm] = await opened.db.select().from(alarms);
    const alarmId = alarm?.alarmId ?? 0;
    await step(alarmId);
    expect(await chains()).toMatchObject([{ state: 'ended', outcome: 'nobody', round: 1 }]);
    processing.clock.advance(60_000);
    await send(0);
    expect(await chains()).toMatchObject([{ state: 'running', outcome: null, round: 2 }]);
    const { userId } = await createUser(opened.db, { role: 'FIRM', custId });
    const at = new Date(processing.clock.now());
    await opened.db.transaction((tx) => claimIfOpen(tx, 'all', { alarmId, userId, at }));
    await step(alarmId);
    expect(await chains()).toMatchObject([{ state: 'ended', outcome: 'taken' }]);
    processing.clock.advance(60_000);
    await send(0);
    expect(await chains()).toMatchObject([{ state: 'running', round: 3 }]);
    expect(await opened.db.select().from(notificationAttempts)).toEqual([]);
  });
});

/** The embedded database runs one transaction at a time. */
test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'an alarm that is signalled while its step is under way is neither refused nor told twice',
  async () => {
    await send(0);
    const [alarm] = await opened.db.select().from(alarms);
    for (let round = 0; round < 20; round++) {
      processing.clock.advance(60_000);
      const answers = await Promise.all([send(0), step(alarm?.alarmId ?? 0), step(alarm?.alarmId ?? 0)]);
      expect(answers[0]).toBe('stored');
    }
    expect(await opened.db.select().from(alarms)).toMatchObject([{ signalCount: 21 }]);
  },
);
