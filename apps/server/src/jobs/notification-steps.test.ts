import { metyId } from '@varde/catalogue/message-types';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { mailsIn, messagesIn } from '@varde/testing/messages';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { claimIfOpen, releaseIfClaimed } from '#domain/alarms/claims.ts';
import { alarmEvents, alarms } from '#domain/alarms/tables.ts';
import { notifySteps } from '#domain/alarms/telling/notify-step.ts';
import { customers } from '#domain/customers/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { devices } from '#domain/devices/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { type ReceiverToSave, saveList } from '#domain/notifications/lists.ts';
import { notificationAttempts, notificationChains, notificationReceivers } from '#domain/notifications/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { clockToleranceMs } from '#platform/delivery/back-off.ts';
import { createLog } from '#platform/log/log.ts';
import { createJobContext } from './job-context.ts';
import { messageDelivery } from './message-delivery.ts';
import { notificationSteps } from './notification-steps.ts';

let opened: OpenDatabase;
let clock: ManualClock;
let homes: { city: number; mine: number; other: number };
let deviId: number;
let userId: number;
let alarmId: number;
let context: ReturnType<typeof createJobContext>;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  const city = await createCustomer(db, { firmName: 'Solvik kommune' });
  homes = {
    city,
    mine: await createCustomer(db, { kind: 'home', parentId: city }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  ({ deviId } = await createDevice(db, { custId: homes.mine, deviceName: 'Astrid Lie' }));
  ({ userId } = await createUser(db, { role: 'FIRM', custId: homes.mine }));
  const log = createLog({ level: 'silent' });
  const consoleUrl = 'https://varde.example';
  context = createJobContext({ db, bus: createInProcessBus(), clock, log, consoleUrl });
});

const receiver = (name: string, waitSeconds: number, more: Partial<ReceiverToSave> = {}): ReceiverToSave => ({
  ...{ name, mobile: '+4791234567', email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds, ...more },
});
const byMail = { mobile: null, email: 'ola@test.example', channels: ['email' as const] };
const list = async (...receivers: ReceiverToSave[]) => {
  const owner = { assignmentId: await presentAssignmentId(opened.db, deviId), deviId };
  await saveList(opened.db, owner, { rev: 0, receivers, repeats: 0, at: new Date(clock.now()), userId });
};
const listOf = (custId: number, ...receivers: ReceiverToSave[]) =>
  saveList(opened.db, { custId }, { rev: 0, receivers, repeats: 0, at: new Date(clock.now()), userId });
/** An alarm, as processing would have raised it now. */
async function raise(type: number = metyId.panicButton, assignmentId?: number): Promise<void> {
  const { db } = opened;
  const at = new Date(clock.now());
  const worn = assignmentId ?? (await presentAssignmentId(db, deviId));
  alarmId = await createAlarm(db, { deviId, custId: homes.mine, metyId: type, at, assignmentId: worn });
  await signal();
}
const signal = () => opened.db.transaction((tx) => startChains(tx, [alarmId], clock.now()));
const run = () => notificationSteps.run(context);
const told = async () =>
  (await opened.db.select().from(notificationAttempts).orderBy(asc(notificationAttempts.attemptId))).map(
    ({ name, channel }) => `${name} ${channel}`,
  );
const chain = async () => {
  const [row] = await opened.db.select().from(notificationChains).where(eq(notificationChains.alarmId, alarmId));
  return row;
};
const claim = () =>
  opened.db.transaction((tx) => claimIfOpen(tx, 'all', { alarmId, userId, at: new Date(clock.now()) }));
const release = () =>
  opened.db.transaction((tx) =>
    releaseIfClaimed(tx, 'all', { alarmId, claimedBy: userId, userId, at: new Date(clock.now()) }),
  );
const setState = (change: Partial<typeof alarms.$inferInsert>) =>
  opened.db.update(alarms).set(change).where(eq(alarms.alarmId, alarmId));

describe('an alarm is told to its receivers', () => {
  test('one after the other, each after the wait of the one before, and not a millisecond earlier', async () => {
    await list(receiver('Kari', 60), receiver('Ola', 0, byMail), receiver('Per', 10), receiver('Eva', 1));
    await raise();
    await run();
    expect(await told()).toEqual(['Kari sms']);
    clock.advance(59_999);
    await run();
    expect(await told()).toEqual(['Kari sms']);
    clock.advance(1);
    await run();
    expect(await told()).toEqual(['Kari sms', 'Ola email', 'Per sms']);
    clock.advance(9999);
    await run();
    expect(await told()).toHaveLength(3);
    clock.advance(1);
    await run();
    expect(await told()).toEqual(['Kari sms', 'Ola email', 'Per sms', 'Eva sms']);
    expect(await chain()).toMatchObject({ state: 'running' });
    clock.advance(1000);
    await run();
    expect(await chain()).toMatchObject({ state: 'ended', outcome: 'exhausted', round: 1 });
    clock.advance(3_600_000);
    await run();
    expect(await told()).toHaveLength(4);
  });

  test('by SMS and e-mail with what it is, who and where, and a link of its own in each', async () => {
    await list(receiver('Kari', 60, { email: 'kari@test.example', channels: ['sms', 'email'] }));
    await raise();
    await setState({ place: 'Stue' });
    await run();
    const [sms] = await messagesIn(opened.db);
    expect(sms).toMatchObject({ recipient: '+4791234567', alarmId, state: 'queued' });
    for (const part of ['Alarmknapp', 'Astrid Lie', 'Stue', 'https://varde.example/#/shared/'])
      expect(sms?.content).toContain(part);
    const [mail] = await mailsIn(opened.db);
    expect(mail).toMatchObject({
      ...{ recipient: 'kari@test.example', template: 'alarm', alarmId, state: 'queued' },
      content: { kind: 'Alarmknapp', name: 'Astrid Lie', place: 'Stue' },
    });
    const path = String(mail?.content?.path);
    expect(path).toMatch(/^\/shared\/[\w-]{40,}$/);
    expect(sms?.content).not.toContain(path);
  });

  test('who are chosen by the list of its wearer, else of its customer, else of the nearest above, and never of another', async () => {
    await listOf(homes.other, receiver('Nabo', 60));
    await raise();
    await run();
    expect(await told()).toEqual([]);
    await listOf(homes.city, receiver('Kommunen', 60));
    clock.advance(60_000);
    await signal();
    await run();
    expect(await told()).toEqual(['Kommunen sms']);
    expect((await chain())?.plan).toMatchObject({
      source: { kind: 'customer', custId: homes.city, customerName: 'Solvik kommune' },
    });
    await listOf(homes.mine, receiver('Hjemmet', 60));
    await raise(metyId.manDown);
    await run();
    await list(receiver('Kari', 60));
    await raise(metyId.fire);
    await run();
    expect(await told()).toEqual(['Kommunen sms', 'Hjemmet sms', 'Kari sms']);
  });

  test('of its own wearer, also after the device has moved on', async () => {
    await list(receiver('Kari', 60));
    const before = await presentAssignmentId(opened.db, deviId);
    await opened.db.transaction((tx) =>
      beginAssignment(tx, { deviId, custId: homes.other, at: new Date(clock.now()) }),
    );
    await list(receiver('Nabo', 60));
    await raise(metyId.panicButton, before);
    await run();
    expect(await told()).toEqual(['Kari sms']);
    const [sms] = await messagesIn(opened.db);
    expect(sms?.content).not.toContain('Astrid');
  });

  test('of the master, when its clone raises it', async () => {
    const { db } = opened;
    await list(receiver('Klone', 60));
    const clone = deviId;
    ({ deviId } = await createDevice(db, { custId: homes.mine }));
    await list(receiver('Master', 60));
    const pair = async (one: number, twin: 'MASTER' | 'CLONE', twinDevice: number) =>
      db.update(devices).set({ twin, twinDevice, twinSerial: 'X' }).where(eq(devices.deviId, one));
    await pair(deviId, 'MASTER', clone);
    await pair(clone, 'CLONE', deviId);
    await raise();
    await run();
    deviId = clone;
    await raise();
    await run();
    expect(await told()).toEqual(['Master sms', 'Master sms']);
  });

  test('who want its kind', async () => {
    await list(
      receiver('Fall', 0, { events: ['manDown'] }),
      receiver('Knapp', 0, { events: ['fire', 'panicButton'] }),
      receiver('Alt', 0),
    );
    await raise();
    await run();
    expect(await told()).toEqual(['Knapp sms', 'Alt sms']);
  });

  test('who are on the list when their turn comes: nobody who was taken off it meanwhile', async () => {
    const ola = receiver('Ola', 60, { mobile: '+4790000002' });
    await list(receiver('Kari', 60), ola, receiver('Eva', 60, { mobile: '+4790000003' }));
    await raise();
    await run();
    await opened.db.delete(notificationReceivers).where(eq(notificationReceivers.name, 'Ola'));
    clock.advance(60_000);
    await run();
    expect(await told()).toEqual(['Kari sms', 'Eva sms']);
  });
});

describe.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)('a step of an alarm', () => {
  test.each([
    ['its chain', (id: number) => sql`select from notification_chains where alarm_id = ${id} for update`],
    ['its customer', () => sql`select from customers where cust_id = ${homes.mine} for update`],
  ])('waits while somebody holds %s, and no other alarm waits with it', async (_, held) => {
    const { db } = opened;
    await list(receiver('Kari', 60));
    await raise();
    const elsewhere = await createDevice(db, { custId: homes.other });
    await listOf(homes.other, receiver('Ola', 60));
    const at = new Date(clock.now());
    const other = await createAlarm(db, { ...{ deviId: elsewhere.deviId, custId: homes.other, at }, metyId: 1 });
    await db.transaction((tx) => startChains(tx, [other], clock.now()));
    await db.transaction(async (tx) => {
      await tx.execute(held(alarmId));
      await run();
      expect(await told()).toEqual(['Ola sms']);
    });
    await run();
    expect(await told()).toEqual(['Ola sms', 'Kari sms']);
  });
});

describe.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)('a step of an alarm that tells a user', () => {
  test('waits while somebody holds the user, and no other alarm waits with it, in its transaction or beside it', async () => {
    const { db } = opened;
    await db.update(users).set({ mobile: '+4790000009' }).where(eq(users.userId, userId));
    const names = Array.from({ length: 8 }, (_, nth) => `Kari ${nth}`);
    for (const each of [receiver('-', 60, { userId }), ...names.map((name) => receiver(name, 60))]) {
      ({ deviId } = await createDevice(db, { custId: homes.mine }));
      await list(each);
      await raise();
    }
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from users where user_id = ${userId} for update`);
      await expect(run()).rejects.toThrow('could not be told');
      expect((await told()).toSorted()).toEqual(names.map((name) => `${name} sms`));
    });
    await run();
    expect(await told()).toHaveLength(9);
  });
});

describe.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)('a step of an alarm of a pair of twins', () => {
  test('waits while either unit is locked: it may tell the other one', async () => {
    const { db } = opened;
    const { deviId: other } = await createDevice(db, { custId: homes.mine });
    await db
      .update(devices)
      .set({ twin: 'MASTER', twinDevice: other, twinSerial: 'X' })
      .where(eq(devices.deviId, deviId));
    await db
      .update(devices)
      .set({ twin: 'CLONE', twinDevice: deviId, twinSerial: 'X' })
      .where(eq(devices.deviId, other));
    await list(receiver('Kari', 0));
    await raise();
    for (const unit of [other, deviId]) {
      await db.transaction(async (tx) => {
        await tx.select().from(devices).where(eq(devices.deviId, unit)).for('update');
        await run();
        expect(await told(), `${unit} is locked`).toEqual([]);
      });
    }
    await run();
    expect(await told()).toEqual(['Kari sms']);
  });
});

describe('the hours of a receiver', () => {
  const night = receiver('Natt', 0, { hours: { from: 22 * 60, to: 7 * 60 } });
  const day = receiver('Dag', 0, { hours: { from: 7 * 60, to: 22 * 60 } });
  const at = async (time: string, type: number) => {
    clock.advance(Date.parse(time) - clock.now());
    await opened.db.delete(alarms);
    await raise(type);
    await run();
    return told();
  };

  test.each([
    ['21:59 in winter', '2027-01-15T20:59:59Z', 'Dag sms'],
    ['22:00 in winter', '2027-01-15T21:00:00Z', 'Natt sms'],
    ['midnight', '2027-01-15T23:00:00Z', 'Natt sms'],
    ['06:59 in winter', '2027-01-15T05:59:59Z', 'Natt sms'],
    ['07:00 in winter', '2027-01-15T06:00:00Z', 'Dag sms'],
    ['06:59 on the day when summer begins', '2027-03-28T04:59:59Z', 'Natt sms'],
    ['07:00 on the day when summer begins', '2027-03-28T05:00:00Z', 'Dag sms'],
    ['06:59 on the day when summer ends', '2027-10-31T05:59:59Z', 'Natt sms'],
    ['07:00 on the day when summer ends', '2027-10-31T06:00:00Z', 'Dag sms'],
  ])('decide at %s', async (_title, time, expected) => {
    await list(night, day);
    expect(await at(time, metyId.geofence)).toEqual([expected]);
  });

  test.each([
    [1, '2027-01-15T06:00:00Z', 'Dag sms'],
    [4, '2027-01-15T06:00:00Z', 'Dag sms'],
    [5, '2027-01-15T06:59:59Z', 'Natt sms'],
    [5, '2027-01-15T07:00:00Z', 'Dag sms'],
    [5, '2027-07-15T06:59:59Z', 'Natt sms'],
    [5, '2027-07-15T07:00:00Z', 'Dag sms'],
  ] as const)('are those of the clocks in market %i: %s', async (market, time, expected) => {
    await opened.db.update(customers).set({ market });
    await list(night, day);
    expect(await at(time, metyId.geofence)).toEqual([expected]);
  });

  test.each([
    ['the alarm button', metyId.panicButton],
    ['a fall', metyId.manDown],
    ['an unspecified alarm', metyId.alarm],
  ])('never hold back %s', async (_title, type) => {
    await list(night, day);
    expect(await at('2027-01-15T12:00:00Z', type)).toEqual(['Natt sms', 'Dag sms']);
  });
});

describe('an alarm is told to nobody else', () => {
  const steps = [0, 1, 2];
  /** The next one is not due yet. */
  const runSteps = async (count: number) => {
    for (let step = 0; step < count; step++) {
      if (step > 0) clock.advance(60_000);
      await run();
    }
  };
  test.each(steps)('from when somebody has taken it, after %i steps, and what waits is not sent', async (done) => {
    await list(receiver('A', 60), receiver('B', 60), receiver('C', 60));
    await raise();
    for (let step = 0; step < done; step++) {
      await run();
      clock.advance(60_000);
    }
    await claim();
    await run();
    expect(await chain()).toMatchObject({ state: 'ended', outcome: 'taken' });
    expect(await told()).toHaveLength(done);
    const sms = await messagesIn(opened.db);
    expect(sms.map(({ state, reason, content }) => [state, reason, content])).toEqual(
      Array.from({ length: done }, () => ['failed', 'withdrawn', null]),
    );
  });

  test.each(steps)('from when it is reset, after %i steps', async (done) => {
    await list(receiver('A', 60), receiver('B', 60), receiver('C', 60));
    await raise();
    await runSteps(done);
    await setState({ state: 'reset', resetAt: new Date(clock.now()) });
    await run();
    expect(await chain()).toMatchObject({ state: 'ended', outcome: 'reset' });
    expect(await told()).toHaveLength(done);
    await run();
    let sent = 0;
    const sms = { sender: { send: async () => String(++sent) }, reportsTo: null, takesReplies: false };
    await messageDelivery.sms.run({ ...context, sms });
    expect(sent).toBe(0);
  });

  test('but is while it is handed over to somebody who has not confirmed', async () => {
    await list(receiver('A', 60), receiver('B', 60));
    await raise();
    await setState({ state: 'claimed', claimedBy: userId, claimedAt: new Date(0), handedOverBy: userId });
    await run();
    clock.advance(59_999);
    await run();
    expect(await told()).toEqual(['A sms']);
    clock.advance(1);
    await run();
    expect(await told()).toEqual(['A sms', 'B sms']);
  });

  test('where no receiver matches, which its timeline says', async () => {
    await list(receiver('Fall', 60, { events: ['manDown'] }));
    await raise();
    await run();
    expect(await chain()).toMatchObject({ state: 'ended', outcome: 'nobody' });
    expect(await told()).toEqual([]);
    const events = await opened.db.select().from(alarmEvents).orderBy(asc(alarmEvents.eventId));
    expect(events.map(({ number, result }) => [number, result])).toEqual([
      [208, 'ownList'],
      [210, 'nobody'],
    ]);
  });
});

describe('an alarm is told from the beginning', () => {
  test('when somebody who has taken it releases it, at once', async () => {
    await list(receiver('A', 60), receiver('B', 60));
    await raise();
    await run();
    await claim();
    await run();
    await release();
    await run();
    expect(await told()).toEqual(['A sms', 'A sms']);
    expect(await chain()).toMatchObject({ state: 'running', round: 2 });
    await claim(); // and released before the job sees it
    await release();
    await run();
    expect(await told()).toEqual(['A sms', 'A sms', 'A sms']);
  });

  test('when it is signalled after everybody was told, but within a minute only when that has passed', async () => {
    await list(receiver('A', 0));
    await raise();
    await run();
    expect(await chain()).toMatchObject({ outcome: 'exhausted' });
    clock.advance(30_000);
    await signal();
    await signal();
    await run();
    expect(await told()).toHaveLength(1);
    clock.advance(29_999);
    await run();
    expect(await told()).toHaveLength(1);
    clock.advance(1);
    await run();
    expect(await told()).toHaveLength(2);
    expect(await chain()).toMatchObject({ round: 2 });
    clock.advance(60_000);
    await signal();
    await run();
    expect(await told()).toHaveLength(3);
  });

  test('but not when it is signalled while receivers are left', async () => {
    await list(receiver('A', 60), receiver('B', 60));
    await raise();
    await run();
    await signal();
    await run();
    expect(await told()).toEqual(['A sms']);
    expect(await chain()).toMatchObject({ round: 1, nextStep: 1 });
  });
});

describe('no step is lost and none is done twice', () => {
  test('by one run that tells alarms side by side: also several of one device, whose steps lock it', async () => {
    await list(receiver('Kari', 60));
    for (const type of [metyId.panicButton, metyId.fire, metyId.water, metyId.geofence, metyId.wanderer])
      await raise(type);
    await notificationSteps.run(context);
    const told = await opened.db
      .select({ alarmId: notificationAttempts.alarmId })
      .from(notificationAttempts)
      .orderBy(notificationAttempts.alarmId);
    expect(told.map((one) => one.alarmId)).toEqual([4, 3, 2, 1, 0].map((before) => alarmId - before));
  });

  test('by two runners at once', async () => {
    await list(receiver('A', 60), receiver('B', 0), receiver('C', 0));
    await raise();
    await Promise.all([run(), run(), run()]);
    expect(await told()).toEqual(['A sms']);
    clock.advance(60_000);
    await Promise.all([run(), run(), run()]);
    expect(await told()).toEqual(['A sms', 'B sms', 'C sms']);
    expect(await messagesIn(opened.db)).toHaveLength(3);
  });

  test('by a process that ends between a message and the next step', async () => {
    await list(receiver('A', 60), receiver('B', 0));
    await raise();
    const at = new Date(clock.now());
    const killed = opened.db.transaction(async (tx) => {
      await notifySteps(tx, [alarmId], { at, consoleUrl: '', takesReplies: false });
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect([await told(), await messagesIn(opened.db)]).toEqual([[], []]);
    await run();
    expect(await told()).toEqual(['A sms']);
  });

  test('and one alarm that cannot be told holds up no other, and is tried again', async () => {
    const { db } = opened;
    await list(receiver('A', 0));
    await raise();
    const bad = alarmId;
    await db.execute(sql`update notification_chains set plan = '{"source":{"kind":"device"},"receivers":7}'`);
    await raise(metyId.manDown);
    await expect(run()).rejects.toThrow('could not be told');
    expect(await told()).toEqual(['A sms']);
    await db.execute(sql`update notification_chains set plan = null where alarm_id = ${bad}`);
    clock.advance(4999);
    await run();
    expect(await told()).toHaveLength(1);
    clock.advance(1);
    await run();
    expect(await told()).toHaveLength(2);
  });

  test.each([
    ['behind the beginning of a wait', -20_001 - clockToleranceMs],
    ['by half an hour', -1_800_000],
    ['by more than a day', -100_000_000],
  ])('when the clock is set back %s: the next step comes at once', async (_how, ms) => {
    await list(receiver('A', 60), receiver('B', 60));
    await raise();
    await run();
    clock.advance(20_000);
    clock.step(ms);
    await run();
    expect(await told()).toEqual(['A sms', 'B sms']);
    await run();
    expect(await chain()).toMatchObject({ state: 'running', nextAt: new Date(clock.now() + 60_000) });
  });

  test('when the clock is set back within a wait, which then ends by the clock as it is', async () => {
    await list(receiver('A', 60), receiver('B', 60));
    await raise();
    await run();
    clock.advance(20_000);
    clock.step(-20_000);
    await run();
    clock.advance(59_999);
    await run();
    expect(await told()).toEqual(['A sms']);
    clock.advance(1);
    await run();
    expect(await told()).toEqual(['A sms', 'B sms']);
  });

  test('when the clock is set back before a round that was put off', async () => {
    await list(receiver('A', 0));
    await raise();
    await run();
    clock.advance(30_000);
    await signal();
    clock.step(-1_800_000);
    await run();
    expect(await told()).toEqual(['A sms', 'A sms']);
  });
});
