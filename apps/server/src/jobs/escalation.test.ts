import { alarmEventNumber } from '@varde/catalogue/alarm-events';
import { metyId } from '@varde/catalogue/message-types';
import type { LiveEvent } from '@varde/contract/events';
import { webHookEvents as webHookKinds } from '@varde/contract/web-hook-form';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { resetOrder } from '@varde/testing/reset-order';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimIfOpen, releaseIfClaimed } from '#domain/alarms/claims.ts';
import { reopenIfReset } from '#domain/alarms/reopen-alarm.ts';
import { resetIfUnchanged } from '#domain/alarms/reset-alarm.ts';
import { alarmEvents, alarms } from '#domain/alarms/tables.ts';
import { notifySteps } from '#domain/alarms/telling/notify-step.ts';
import { customers } from '#domain/customers/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { devices } from '#domain/devices/tables.ts';
import { linkTwins, swapTwins } from '#domain/life/twins.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { notificationChains } from '#domain/notifications/tables.ts';
import { storeDesired } from '#domain/settings/device-settings.ts';
import { addHook } from '#domain/web-hooks/hooks.ts';
import { webHookEvents } from '#domain/web-hooks/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import type { OutgoingWebHook } from '#platform/delivery/web-hook-sender.ts';
import { createLog } from '#platform/log/log.ts';
import { createJobContext } from './job-context.ts';
import { notificationSteps } from './notification-steps.ts';
import { webHookDelivery } from './web-hook-delivery.ts';

let opened: OpenDatabase;
let clock: ManualClock;
let context: ReturnType<typeof createJobContext>;
let published: LiveEvent[];
let centres: { usual: number; other: number };
let homes: { mine: number; later: number };
let deviId: number;
let userId: number;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  centres = {
    usual: await createCustomer(db, { kind: 'partner', firmName: 'Solvik alarm' }),
    other: await createCustomer(db, { kind: 'partner', firmName: 'Fjord alarm' }),
  };
  homes = { mine: await createCustomer(db), later: await createCustomer(db) };
  await setCustomer(homes.mine, { defaultAhp: centres.usual });
  ({ deviId } = await createDevice(db, { custId: homes.mine, deviceName: 'Astrid Lie' }));
  ({ userId } = await createUser(db, { role: 'FIRM', custId: homes.mine }));
  const bus = createInProcessBus();
  published = [];
  bus.onEvents((events) => void published.push(...events));
  const log = createLog({ level: 'silent' });
  context = createJobContext({ db, bus, clock, log, consoleUrl: 'https://varde.example' });
});

const setCustomer = (custId: number, change: Partial<typeof customers.$inferInsert>) =>
  opened.db.update(customers).set(change).where(eq(customers.custId, custId));
const setDevice = (change: Partial<typeof devices.$inferInsert>, id = deviId) =>
  opened.db.update(devices).set(change).where(eq(devices.deviId, id));
const rowOf = async (id = deviId): Promise<DeviceRecord> => {
  const [row] = await opened.db.select().from(devices).where(eq(devices.deviId, id));
  if (row === undefined) throw new Error(`there is no device ${id}`);
  return row;
};
const at = () => new Date(clock.now());
/** A list with one receiver, for whom an alarm waits a minute. */
const list = async (id = deviId) => {
  const owner = { assignmentId: await presentAssignmentId(opened.db, id), deviId: id };
  const kari = { name: 'Kari', mobile: '+4791234567', email: null, events: [], channels: ['sms' as const] };
  const receivers = [{ ...kari, hours: null, waitSeconds: 60 }];
  await saveList(opened.db, owner, { rev: 0, receivers, repeats: 0, at: at(), userId });
};
const signal = (alarmId: number) => opened.db.transaction((tx) => startChains(tx, [alarmId], clock.now()));
async function raise(type: number = metyId.alarm, custId = homes.mine, id = deviId): Promise<number> {
  const assignmentId = await presentAssignmentId(opened.db, id);
  const alarmId = await createAlarm(opened.db, { deviId: id, custId, metyId: type, at: at(), assignmentId });
  const flags = [...(await rowOf(id)).flags, type === metyId.fire ? 'fireWarning' : 'alarmWarning'];
  await setDevice({ flags, status: 'alarm' }, id);
  await signal(alarmId);
  return alarmId;
}
const run = () => notificationSteps.run(context);
const alarmOf = async (alarmId: number) =>
  (await opened.db.select().from(alarms).where(eq(alarms.alarmId, alarmId)))[0];
const eventsOf = async (alarmId: number) =>
  opened.db.select().from(alarmEvents).where(eq(alarmEvents.alarmId, alarmId)).orderBy(asc(alarmEvents.eventId));
const escalations = async (alarmId: number) =>
  (await eventsOf(alarmId)).filter(({ number }) => number === alarmEventNumber.escalated);
const isEscalated = async (id = deviId) => (await rowOf(id)).flags.includes('escalated');
const reset = async (alarmId: number) => {
  const { claimedAt, signalCount } = (await alarmOf(alarmId)) ?? {};
  const order = resetOrder({ claimedAt: claimedAt?.getTime() ?? null, signalCount: signalCount ?? 0 });
  return opened.db.transaction((tx) => resetIfUnchanged(tx, 'all', { ...order, alarmId, userId, at: at() }));
};

describe('an alarm goes to the alarm centre of its device', () => {
  test('when everybody on the list has been told, and not before: with its time, an event, and the flag of the device', async () => {
    await list();
    const alarmId = await raise();
    await run();
    expect(await alarmOf(alarmId)).toMatchObject({ escalatedAt: null, escalatedTo: null });
    clock.advance(59_999);
    await run();
    expect([await escalations(alarmId), await isEscalated()]).toEqual([[], false]);
    clock.advance(1);
    published = [];
    await run();
    expect(await alarmOf(alarmId)).toMatchObject({ escalatedAt: at(), escalatedTo: centres.usual });
    expect((await eventsOf(alarmId)).map(({ number, result, party }) => [number, result ?? party])).toEqual([
      [alarmEventNumber.notificationStarted, 'ownList'],
      [alarmEventNumber.notificationEnded, 'exhausted'],
      [alarmEventNumber.escalated, 'Solvik alarm'],
      [alarmEventNumber.alarmCentreCall, 'Solvik alarm'],
    ]);
    expect(await isEscalated()).toBe(true);
    expect(published).toMatchObject([
      {
        type: 'alarm',
        alarm: { alarmId, escalatedAt: clock.now(), escalatedTo: 'Solvik alarm', state: 'open' },
      },
      {
        type: 'device',
        deviId,
        device: { escalated: true, status: 'alarm', ownedByCustName: expect.any(String) },
      },
    ]);
    expect(await opened.db.select().from(webHookEvents)).toMatchObject([{ alarmId, event: 'alarmEscalated' }]);
  });

  test('at once when there is nobody to tell', async () => {
    const alarmId = await raise();
    await run();
    expect(await alarmOf(alarmId)).toMatchObject({ escalatedTo: centres.usual });
    const [chain] = await opened.db.select().from(notificationChains);
    expect(chain).toMatchObject({ state: 'ended', outcome: 'nobody' });
  });

  test('all or nothing: a process that is killed in the step leaves neither event nor flag', async () => {
    const alarmId = await raise();
    const order = { at: at(), consoleUrl: '', takesReplies: false };
    const killed = opened.db.transaction(async (tx) => {
      await notifySteps(tx, [alarmId], order);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect([await escalations(alarmId), await isEscalated()]).toEqual([[], false]);
    await run();
    expect([(await escalations(alarmId)).length, await isEscalated()]).toEqual([1, true]);
  });

  test('once: a new signal tells the list again, and the alarm centre has the alarm already', async () => {
    await list();
    const alarmId = await raise();
    await run();
    clock.advance(60_000);
    await run();
    const first = await alarmOf(alarmId);
    clock.advance(60_000);
    await setDevice({ ahpId: centres.other });
    await signal(alarmId);
    await run();
    clock.advance(60_000);
    await run();
    const [chain] = await opened.db.select().from(notificationChains);
    expect(chain).toMatchObject({ round: 2, outcome: 'exhausted' });
    expect(await escalations(alarmId)).toHaveLength(1);
    expect(await alarmOf(alarmId)).toMatchObject({
      escalatedAt: first?.escalatedAt,
      escalatedTo: centres.usual,
    });
  });

  test('not when somebody has taken it, nor after its reset', async () => {
    await list();
    const [taken, over] = [await raise(), await raise(metyId.fire)];
    await run();
    await opened.db.transaction((tx) => claimIfOpen(tx, 'all', { alarmId: taken, userId, at: at() }));
    await reset(over);
    clock.advance(60_000);
    await run();
    expect([await escalations(taken), await escalations(over), await isEscalated()]).toEqual([[], [], false]);
  });

  test('not without a centre, nor to one that takes no alarms, nor to a customer that is none', async () => {
    await setDevice({ ahpId: null });
    const none = await raise();
    await run();
    await setDevice({ ahpId: centres.other });
    await setCustomer(centres.other, { takesAlarms: false });
    const closed = await raise(metyId.fire);
    await run();
    await setDevice({ ahpId: homes.later });
    const wrong = await raise(metyId.medical);
    await run();
    for (const alarmId of [none, closed, wrong])
      expect(await alarmOf(alarmId)).toMatchObject({ escalatedAt: null, escalatedTo: null });
    expect(await isEscalated()).toBe(false);
  });
});

describe('the device of an alarm at the alarm centre', () => {
  test('shows it until the last of its alarms there is reset, and again when a reset is undone', async () => {
    const [sos, fire] = [await raise(), await raise(metyId.fire)];
    await run();
    await reset(sos);
    expect(await isEscalated()).toBe(true);
    await reset(fire);
    expect((await rowOf()).flags).toEqual([]);
    await opened.db.transaction((tx) => reopenIfReset(tx, 'all', { alarmId: fire, userId, at: at() }));
    expect((await rowOf()).flags).toEqual(['fireWarning', 'escalated']);
    await run();
    expect(await escalations(fire)).toHaveLength(1);
  });

  test('shows nothing of an alarm that stayed with an earlier customer, which goes to the centre of that customer', async () => {
    await setDevice({ custId: homes.later, ahpId: centres.other });
    const alarmId = await raise(metyId.alarm, homes.mine);
    await run();
    expect(await alarmOf(alarmId)).toMatchObject({ escalatedTo: centres.usual });
    expect(await isEscalated()).toBe(false);
    await setCustomer(homes.mine, { defaultAhp: null });
    const other = await raise(metyId.fire, homes.mine);
    await run();
    expect(await alarmOf(other)).toMatchObject({ escalatedTo: null });
  });

  test('is a clone that goes by the alarm centre of its master, also after the two have swapped', async () => {
    const { db } = opened;
    const clone = await createDevice(db, { custId: homes.mine });
    await setDevice({ ahpId: null }, clone.deviId);
    await setDevice({ ahpId: centres.other });
    await linkTwins(db, { master: await rowOf(), clone: await rowOf(clone.deviId) });
    const alarmId = await raise(metyId.alarm, homes.mine, clone.deviId);
    await run();
    expect(await alarmOf(alarmId)).toMatchObject({ escalatedTo: centres.other });
    expect(await isEscalated(clone.deviId)).toBe(true);
    const pair = { master: await rowOf(), clone: await rowOf(clone.deviId) };
    await db.transaction((tx) => swapTwins(tx, pair, { userId: 1, at: at() }, {}));
    const later = await raise(metyId.fire);
    await run();
    expect(await alarmOf(later)).toMatchObject({ escalatedTo: centres.other });
  });
});

describe('web hooks of the alarm centre', () => {
  const heardOf = async () => {
    const heard: unknown[][] = [];
    const send = async ({ url, body }: OutgoingWebHook) => {
      const { event, alarm } = JSON.parse(body);
      heard.push([new URL(url).pathname, event, alarm.alarmId, alarm.reference]);
      return 200;
    };
    await webHookDelivery.run({ ...context, webHooks: { send } });
    return heard;
  };
  const hookOf = (custId: number) =>
    addHook(opened.db, {
      ...{ custId, url: `https://hooks.test.example/${custId}`, events: webHookKinds, at: at() },
    });
  const claim = (alarmId: number) =>
    opened.db.transaction((tx) => claimIfOpen(tx, 'all', { alarmId, userId, at: at() }));

  test('hear of an alarm that the centre was given, from then on, and of no other', async () => {
    await hookOf(centres.usual);
    await hookOf(centres.other);
    await list();
    const [given, taken] = [await raise(), await raise(metyId.fire)];
    await claim(taken);
    await run();
    expect(await heardOf()).toEqual([]);
    clock.advance(60_000);
    await run();
    await claim(given);
    await reset(given);
    await reset(taken);
    const path = `/${centres.usual}`;
    expect(await heardOf()).toEqual([
      [path, 'alarmEscalated', given, null],
      [path, 'alarmClaimed', given, null],
      [path, 'alarmReset', given, null],
    ]);
  });

  test('hear of it also when it was taken before the centre got it, not of what was before, whatever the settings of the device', async () => {
    await hookOf(centres.usual);
    await hookOf(homes.mine);
    const change = { deviId, userId, at: at() };
    await storeDesired(opened.db, change, new Map<string, boolean | string>([['msgI9nActive', false]]));
    await list();
    const alarmId = await raise();
    await run();
    await claim(alarmId);
    await opened.db.transaction((tx) => releaseIfClaimed(tx, 'all', { alarmId, claimedBy: userId, userId, at: at() }));
    await run();
    clock.advance(60_000);
    await run();
    expect(await heardOf()).toEqual([[`/${centres.usual}`, 'alarmEscalated', alarmId, null]]);
  });

  test('get no reference of the customer, which its own web hooks get', async () => {
    await hookOf(centres.usual);
    await hookOf(homes.mine);
    await storeDesired(opened.db, { deviId, userId, at: at() }, new Map([['msgI9nReference', 'VK-1']]));
    const alarmId = await raise();
    await run();
    expect(await heardOf()).toEqual([
      [`/${centres.usual}`, 'alarmEscalated', alarmId, null],
      [`/${homes.mine}`, 'alarmEscalated', alarmId, 'VK-1'],
    ]);
  });
});
