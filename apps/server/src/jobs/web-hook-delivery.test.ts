import type { SettingValue } from '@varde/catalogue/settings/types';
import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import { type WebHookBody, webHookBodySchema } from '@varde/contract/web-hooks';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { resetOrder } from '@varde/testing/reset-order';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimIfOpen, releaseIfClaimed } from '#domain/alarms/claims.ts';
import { handOverIfClaimed } from '#domain/alarms/hand-over.ts';
import { reopenIfReset } from '#domain/alarms/reopen-alarm.ts';
import { resetIfUnchanged } from '#domain/alarms/reset-alarm.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { devices } from '#domain/devices/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { linkTwins } from '#domain/life/twins.ts';
import { storeDesired } from '#domain/settings/device-settings.ts';
import { queueHookEvents } from '#domain/web-hooks/hook-events.ts';
import { addHook, changeHook, queueTest, removeHook, replayDelivery } from '#domain/web-hooks/hooks.ts';
import { webHookDeliveries, webHookEvents } from '#domain/web-hooks/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { type OutgoingWebHook, signatureOf } from '#platform/delivery/web-hook-sender.ts';
import { createLog } from '#platform/log/log.ts';
import { dayMs, type JobContext } from './job.ts';
import { createJobContext } from './job-context.ts';
import { retention } from './retention.ts';
import { webHookDelivery } from './web-hook-delivery.ts';

let opened: OpenDatabase;
let context: JobContext;
let clock: ManualClock;
let homes: { city: number; mine: number; other: number };
let deviId: number;
let userId: number;
let alarmId: number;
/** What receivers got, and what they answer. */
let heard: OutgoingWebHook[];
let answer: (hook: OutgoingWebHook) => Promise<number>;

const url = 'https://hooks.test.example/varde';
const all = [
  'alarmRaised',
  'alarmSignalled',
  'alarmClaimed',
  'alarmHandedOver',
  'alarmReleased',
  'alarmReset',
  'alarmReopened',
] as const;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  heard = [];
  answer = async () => 200;
  const city = await createCustomer(db, { firmName: 'Solvik kommune' });
  homes = {
    city,
    mine: await createCustomer(db, { kind: 'home', parentId: city }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  ({ userId } = await createUser(db, { role: 'FIRM', custId: homes.mine }));
  alarmId = await raise();
  const send = async (hook: OutgoingWebHook) => {
    heard.push(hook);
    return answer(hook);
  };
  const log = createLog({ level: 'silent' });
  context = createJobContext({ db, bus: createInProcessBus(), clock, log, webHooks: { send } });
});

/** An alarm of a device of its own, as processing would have raised it now. */
async function raise(of?: number): Promise<number> {
  const at = new Date(clock.now());
  deviId = of ?? (await createDevice(opened.db, { custId: homes.mine, deviceName: 'Astrid Lie' })).deviId;
  const assignmentId = await presentAssignmentId(opened.db, deviId);
  const raised = await createAlarm(opened.db, { deviId, custId: homes.mine, assignmentId, at });
  await opened.db.transaction((tx) => queueHookEvents(tx, [{ alarmId: raised, event: 'alarmRaised', at }]));
  return raised;
}
const by = () => ({ alarmId, userId, at: new Date(clock.now()) });
const claim = () => opened.db.transaction((tx) => claimIfOpen(tx, 'all', by()));
const hookOf = async (custId: number, events: readonly (typeof all)[number][] = all, to = url) =>
  (await addHook(opened.db, { custId, url: to, events, at: new Date(clock.now()) })).hookId;

const configure = (of: number, key: SettingKey, value: SettingValue) =>
  storeDesired(opened.db, { deviId: of, userId, at: new Date(clock.now()) }, new Map([[key, value]]));

const run = () => webHookDelivery.run(context);
const bodyOf = ({ body }: OutgoingWebHook): WebHookBody => webHookBodySchema.parse(JSON.parse(body));
const events = () => heard.map((hook) => bodyOf(hook).event);
const told = () => heard.map(bodyOf).map(({ event, alarm }) => [event, alarm?.alarmId]);
const stored = () => opened.db.select().from(webHookDeliveries).orderBy(asc(webHookDeliveries.deliveryId));

describe('web hooks hear of an alarm', () => {
  test('in the order of what happened to it, each with its own time', async () => {
    await hookOf(homes.mine);
    const { userId: to } = await createUser(opened.db, { role: 'FIRM', custId: homes.mine });
    const steps = [
      claim,
      () =>
        opened.db.transaction((tx) =>
          handOverIfClaimed(tx, 'all', { alarmId, to, by: userId, claimedBy: userId, at: by().at }),
        ),
      () => opened.db.transaction((tx) => releaseIfClaimed(tx, 'all', { ...by(), claimedBy: to })),
      claim,
      () => opened.db.transaction((tx) => releaseIfClaimed(tx, 'all', { ...by(), claimedBy: userId })),
      claim,
      () =>
        opened.db.transaction((tx) =>
          resetIfUnchanged(tx, 'all', { ...resetOrder({ claimedAt: clock.now() - 1000 }), ...by() }),
        ),
      () => opened.db.transaction((tx) => reopenIfReset(tx, 'all', by())),
    ];
    const began = clock.now();
    for (const step of steps) {
      clock.advance(1000);
      expect(await step()).not.toBeNull();
    }
    await run();
    expect(heard.map(bodyOf).map(({ event, at }) => [event, at - began])).toEqual([
      ['alarmRaised', 0],
      ['alarmClaimed', 1000],
      ['alarmHandedOver', 2000],
      ['alarmReleased', 3000],
      ['alarmClaimed', 4000],
      ['alarmReleased', 5000],
      ['alarmClaimed', 6000],
      ['alarmReset', 7000],
      ['alarmReopened', 8000],
    ]);
    expect(await opened.db.select().from(webHookEvents)).toEqual([]);
    await run();
    expect(heard).toHaveLength(9);
  });

  test('at the new address at once, when it was changed while the old one failed', async () => {
    const hookId = await hookOf(homes.mine);
    const elsewhere = 'https://elsewhere.test.example/';
    answer = async (hook) => {
      if (hook.url === elsewhere) return 204;
      await changeHook(opened.db, { hookId, url: elsewhere, events: all });
      return 500;
    };
    await run();
    await run();
    expect(heard.map((hook) => hook.url)).toEqual([url, elsewhere]);
    expect(await stored()).toMatchObject([{ state: 'delivered', tries: 2 }]);
  });

  test('with the numbers of alarm, device and customer, signed, and without names, places and notes', async () => {
    const at = new Date(clock.now());
    const { secret } = await addHook(opened.db, { custId: homes.city, url, events: all, at });
    await opened.db.update(alarms).set({ place: 'Stua', posLati: 59.1, note: 'Falt' });
    await run();
    const [first] = heard;
    const [alarm] = await opened.db.select().from(alarms);
    const [device] = await opened.db.select().from(devices);
    const [delivery] = await stored();
    expect(first).toMatchObject({ url, id: `varde-${delivery?.deliveryId}`, timestamp: clock.now() / 1000 });
    expect(first?.secret).toBe(secret);
    expect(signatureOf('a', 1, 'b')).toBe('823f986bdb5a2f88ecebb89f045604d4de1d17ae1220e27aafc54ff8cbe0822c');
    expect(JSON.parse(first?.body ?? '')).toEqual({
      ...{ deliveryId: delivery?.deliveryId, event: 'alarmRaised', at: clock.now(), custId: homes.mine },
      alarm: {
        ...{
          alarmId,
          deviId,
          deviceSNNum: device?.deviceSerialNumber,
          metyId: alarm?.metyId,
          code: alarm?.code,
        },
        ...{ happenedAt: alarm?.happenedAt.getTime(), receivedAt: alarm?.receivedAt.getTime() },
        reference: null,
      },
    });
  });

  test('of their own customer and those below, of the events that they ask for, and no others', async () => {
    const own = await hookOf(homes.mine, ['alarmRaised']);
    const above = await hookOf(homes.city, ['alarmClaimed']);
    await hookOf(homes.other);
    await claim();
    await run();
    expect((await stored()).map(({ hookId, event }) => [hookId, event])).toEqual([
      [own, 'alarmRaised'],
      [above, 'alarmClaimed'],
    ]);
  });

  test('not at all when their transaction is undone', async () => {
    await hookOf(homes.mine);
    await run();
    await opened.db
      .transaction(async (tx) => {
        await claimIfOpen(tx, 'all', by());
        throw new Error('something later failed');
      })
      .catch(() => undefined);
    await run();
    expect(events()).toEqual(['alarmRaised']);
  });

  test('not of a device whose integration is turned off, and again once it is on', async () => {
    await hookOf(homes.mine);
    const other = alarmId;
    alarmId = await raise();
    await configure(deviId, 'msgI9nActive', false);
    await run();
    await claim();
    await run();
    expect(told()).toEqual([['alarmRaised', other]]);
    await configure(deviId, 'msgI9nActive', true);
    await opened.db.transaction((tx) => releaseIfClaimed(tx, 'all', { ...by(), claimedBy: userId }));
    await run();
    expect(told().at(-1)).toEqual(['alarmReleased', alarmId]);
  });

  test('with the reference of the wearer, which a later wearer of the device does not have [C3.22]', async () => {
    await hookOf(homes.city);
    await configure(deviId, 'msgI9nReference', 'VK-1047');
    await run();
    await opened.db.transaction((tx) => beginAssignment(tx, { deviId, custId: homes.mine, at: new Date(clock.now()) }));
    const second = await raise(deviId);
    await run();
    await configure(deviId, 'msgI9nReference', 'VK-2000');
    await claim();
    await run();
    alarmId = second;
    await claim();
    await run();
    const references = heard.map((hook) => bodyOf(hook).alarm?.reference);
    expect(references, 'the claim is that of the alarm of the first wearer').toEqual([
      ...['VK-1047', null, null, 'VK-2000'],
    ]);
  });

  test('with the settings of the master, of the alarm of its clone', async () => {
    await hookOf(homes.mine);
    const [clone] = await opened.db.select().from(devices).where(eq(devices.deviId, deviId));
    const { deviId: masterId } = await createDevice(opened.db, { custId: homes.mine });
    const [master] = await opened.db.select().from(devices).where(eq(devices.deviId, masterId));
    if (!clone || !master) throw new Error('no pair');
    await opened.db.transaction((tx) => linkTwins(tx, { master, clone }));
    await configure(masterId, 'msgI9nReference', 'VK-1');
    await configure(clone.deviId, 'msgI9nReference', 'VK-2');
    await run();
    expect(heard.map((hook) => bodyOf(hook).alarm?.reference)).toEqual(['VK-1']);
  });

  test('not of events from before there was a hook', async () => {
    await run();
    await hookOf(homes.mine);
    await run();
    expect(heard).toEqual([]);
  });
});

describe('a delivery', () => {
  test('waits for the earlier one of its alarm, and not for those of other alarms', async () => {
    await hookOf(homes.mine);
    await claim();
    const first = alarmId;
    const second = await raise();
    answer = async (hook) => (bodyOf(hook).alarm?.alarmId === first ? 503 : 200);
    await run();
    expect(heard.map(bodyOf).map(({ event, alarm }) => [event, alarm?.alarmId])).toEqual([
      ['alarmRaised', first],
      ['alarmRaised', second],
    ]);
    answer = async () => 200;
    await run();
    expect(heard).toHaveLength(2);
    clock.advance(10_000);
    await run();
    expect(events()).toEqual(['alarmRaised', 'alarmRaised', 'alarmRaised', 'alarmClaimed']);
  });

  test.each([
    ['500', async () => 500, { status: 500, lastError: 'answered 500' }],
    ['a redirect', async () => 302, { status: 302, lastError: 'answered 302' }],
    ['nothing', () => Promise.reject(new Error('socket hang up')), { status: null, lastError: 'socket hang up' }],
  ])(
    'that was answered with %s is tried at growing intervals for a day, and is dead then',
    async (_what, reply, last) => {
      await hookOf(homes.mine);
      answer = reply;
      const began = clock.now();
      await run();
      const pauses = [];
      for (let [delivery] = await stored(); delivery?.state === 'waiting'; [delivery] = await stored()) {
        expect(delivery).toMatchObject({ ...last, takenAt: null });
        const pause = (delivery.nextTryAt?.getTime() ?? 0) - clock.now();
        pauses.push(pause / 1000);
        clock.advance(pause - 1);
        const before = heard.length;
        await run();
        expect(heard).toHaveLength(before);
        clock.advance(1);
        await run();
      }
      expect(pauses.slice(0, 11)).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
      expect(clock.now() - began).toBeGreaterThan(dayMs - 3_600_000);
      expect(clock.now() - began).toBeLessThanOrEqual(dayMs);
      expect(await stored()).toMatchObject([{ state: 'dead', ...last, endedAt: new Date(clock.now()) }]);
      expect(new Set(heard.map(({ id }) => id)).size).toBe(1);
    },
  );

  test('that is dead holds back nothing, and is sent with the same number when it is queued again', async () => {
    const hookId = await hookOf(homes.mine);
    answer = async () => 500;
    await run();
    const [dead] = await stored();
    const { deliveryId } = dead ?? { deliveryId: 0 };
    const endedAt = new Date(clock.now());
    await opened.db.update(webHookDeliveries).set({ state: 'dead', endedAt, nextTryAt: null });
    await claim();
    answer = async () => 200;
    await run();
    const replay = () => replayDelivery(opened.db, { hookId, deliveryId, at: new Date(clock.now()) });
    expect(await replay()).toEqual({ deliveryId });
    await run();
    expect(events()).toEqual(['alarmRaised', 'alarmClaimed', 'alarmRaised']);
    expect(heard[2]?.id).toBe(heard[0]?.id);
    expect(await stored()).toMatchObject([{ state: 'delivered', status: 200, lastError: null }, {}]);
    expect(await replay()).toBeNull();
  });

  test('is sent once by two processes, and cannot be queued again while it is on its way', async () => {
    const hookId = await hookOf(homes.mine);
    const { promise, resolve } = Promise.withResolvers<number>();
    answer = () => promise;
    const first = run();
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    await claim();
    await run();
    const [{ deliveryId } = { deliveryId: 0 }] = await stored();
    expect(await replayDelivery(opened.db, { hookId, deliveryId, at: new Date(clock.now()) })).toBeNull();
    expect(events()).toEqual(['alarmRaised']);
    answer = async () => 200;
    resolve(200);
    await first;
    await run();
    expect(events()).toEqual(['alarmRaised', 'alarmClaimed']);
  });

  test('whose process died is sent again by another one after 20 seconds', async () => {
    await hookOf(homes.mine);
    await run();
    await opened.db.update(webHookDeliveries).set({ state: 'waiting', endedAt: null, takenAt: new Date(clock.now()) });
    clock.advance(19_000);
    await run();
    expect(heard).toHaveLength(1);
    clock.advance(1000);
    await run();
    expect(heard).toHaveLength(2);
  });

  test('to a receiver that hangs delays no other hook: at most four of its own are on their way', async () => {
    await hookOf(homes.mine, all, 'https://slow.test.example/');
    await hookOf(homes.mine);
    for (let more = 0; more < 20; more++) await raise();
    const { promise, resolve } = Promise.withResolvers<number>();
    answer = ({ url: to }) => (to === url ? Promise.resolve(200) : promise);
    const running = run();
    const to = (address: string) => heard.filter((hook) => hook.url === address);
    await vi.waitFor(() => expect(to(url)).toHaveLength(21));
    expect(to('https://slow.test.example/')).toHaveLength(4);
    resolve(200);
    await running;
    expect(to('https://slow.test.example/')).toHaveLength(21);
  });

  test('is forgotten with its hook', async () => {
    const hookId = await hookOf(homes.mine);
    answer = async () => 500;
    await run();
    await removeHook(opened.db, hookId, new Date(clock.now()));
    clock.advance(dayMs);
    await run();
    expect(heard).toHaveLength(1);
    expect(await stored()).toEqual([]);
  });

  test('is deleted a week after it was delivered, a month after it was dead, and never while it waits', async () => {
    await hookOf(homes.mine);
    for (let more = 0; more < 2; more++) await raise();
    await run();
    const [delivered, dead, waiting] = await stored();
    const change = (of: typeof dead, values: Partial<typeof webHookDeliveries.$inferInsert>) =>
      opened.db
        .update(webHookDeliveries)
        .set(values)
        .where(eq(webHookDeliveries.deliveryId, of?.deliveryId ?? 0));
    await change(dead, { state: 'dead' });
    await change(waiting, { state: 'waiting', endedAt: null });
    const left = async (days: number) => {
      clock.advance(days * dayMs);
      await retention.run(context);
      return (await stored()).map(({ deliveryId }) => deliveryId);
    };
    const [a, b, c] = [delivered, dead, waiting].map((row) => row?.deliveryId);
    expect(await left(7)).toEqual([a, b, c]);
    expect(await left(1)).toEqual([b, c]);
    expect(await left(22)).toEqual([b, c]);
    expect(await left(1)).toEqual([c]);
  });
});

/** The embedded database runs one transaction at a time. */
test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'deliveries are made and sent while somebody holds the alarm, and hold no alarm themselves',
  async () => {
    await hookOf(homes.mine);
    await opened.db.transaction(async (tx) => {
      await tx.select().from(alarms).for('update');
      await run();
    });
    expect(events()).toEqual(['alarmRaised']);
  },
);

test('a test is sent to its own hook without an alarm, and one at a time', async () => {
  const hookId = await hookOf(homes.city, ['alarmReset']);
  const at = new Date(clock.now());
  expect(await queueTest(opened.db, hookId, at)).toBe(true);
  expect(await queueTest(opened.db, hookId, at)).toBe(false);
  await run();
  expect(heard.map(bodyOf)).toMatchObject([{ event: 'test', custId: homes.city, alarm: null }]);
  expect(await queueTest(opened.db, hookId, at)).toBe(true);
});
