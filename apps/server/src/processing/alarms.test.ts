import { type MessageTypeId, metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarmSignals, alarms } from '#domain/alarms/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { notificationAttempts } from '#domain/notifications/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let device: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  device = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  processing = await startProcessing(opened.db);
});

const minute = 60_000;
const home = { lat: 59.9139, lng: 10.7522, source: 'gps' as const };

function send(samples: Sample[], given: Parameters<typeof messageUplink>[3] = {}) {
  return processing.bus.publishUplink(messageUplink(device.identity, processing.clock.now(), samples, given));
}
const openAlarms = () => opened.db.select().from(alarms).orderBy(alarms.alarmId);
const theDevice = async () => (await opened.db.select().from(devices))[0];

describe('raising alarms', () => {
  const message = (type: MessageTypeId) =>
    sampleOf({ metyId: type, events: [{ metyId: type, code: 'event', at: null }] });

  test.each([1, 3, 12, 102, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 33] as const)(
    'a message of type %i raises an alarm of that type [C3.15 D9.044]',
    async (type) => {
      await send([message(type)]);
      expect(await openAlarms()).toMatchObject([{ metyId: type, code: 'event', state: 'open' }]);
    },
  );

  test.each([2, 5, 6, 7, 10, 11, 13, 37, 45, 101, 103, 115] as const)(
    'a message of type %i raises no alarm [C3.15]',
    async (type) => {
      await send([message(type)]);
      expect(await openAlarms()).toEqual([]);
    },
  );

  test('an SOS without a fix is raised with the last known place and the age of that place', async () => {
    const earlier = processing.clock.now();
    await send([sampleOf({ metyId: metyId.position, position: home })]);
    processing.clock.advance(5 * minute);
    expect(await send([sosSample()])).toBe('stored');
    expect(await openAlarms()).toMatchObject([
      { metyId: 1, code: 'sos', state: 'open', posLati: 59.9139, posTime: new Date(earlier), posType: 7 },
    ]);
    expect(await theDevice()).toMatchObject({ flags: ['alarmWarning'], status: 'alarm' });
  });

  test('an SOS of a device that never had a place is raised without one', async () => {
    await send([sosSample()]);
    expect(await openAlarms()).toMatchObject([{ posLati: null, posLong: null, posTime: null, posType: null }]);
  });

  test('a watch that reports SOS and low battery in one status gives an alarm and a battery warning', async () => {
    await send([sosSample({ states: { lowBattery: true }, battery: { level: 9 } })]);
    expect(await openAlarms()).toHaveLength(1);
    expect((await theDevice())?.flags).toEqual(['alarmWarning', 'batteryWarning', 'generalWarning']);
  });

  test('an alarm in a late message is raised with the time it happened and the time it was received', async () => {
    const now = processing.clock.now();
    await send([sampleOf({ at: now, position: home })]);
    await send([sosSample({ at: now - 29 * minute, historical: true })]);
    expect(await openAlarms()).toMatchObject([
      { happenedAt: new Date(now - 29 * minute), receivedAt: new Date(now), lastSignalAt: new Date(now) },
    ]);
    const event = processing.events.find(({ type }) => type === 'alarm');
    expect(event).toMatchObject({ alarm: { late: true, happenedAt: now - 29 * minute, receivedAt: now } });
  });

  test('an alarm from a backlog sets the flag of the device, and technical data from it sets none', async () => {
    const now = processing.clock.now();
    await send([sampleOf({ at: now, battery: { level: 80 } })]);
    const failure = { metyId: metyId.powerFailure, code: 'off', at: null };
    const press = sosSample({ at: now - 29 * minute, historical: true, battery: { level: 5 } });
    await send([{ ...press, events: [...press.events, failure] }]);
    expect(await theDevice()).toMatchObject({ flags: ['alarmWarning'], status: 'alarm', battery: 80 });
  });

  test('an alarm in a poor position is raised with that position and its accuracy', async () => {
    await send([sosSample({ position: { ...home, source: 'cell', accuracy: 2500 } })]);
    expect(await openAlarms()).toMatchObject([{ posType: 1, posAccuracy: 2500, posLati: 59.9139 }]);
  });

  test('an alarm keeps the position of its own record, not the newer one of the device', async () => {
    const now = processing.clock.now();
    await send([sampleOf({ at: now, position: home })]);
    await send([sosSample({ at: now - 9 * minute, historical: true, position: { ...home, lat: 60.1 } })]);
    expect(await openAlarms()).toMatchObject([{ posLati: 60.1, posTime: new Date(now - 9 * minute) }]);
    expect(await theDevice()).toMatchObject({ posLati: 59.9139, posTime: new Date(now) });
  });

  test('a second press is a new signal on the open alarm, and sounds again', async () => {
    await send([sosSample()]);
    processing.clock.advance(minute);
    await send([sosSample()]);
    const now = new Date(processing.clock.now());
    expect(await openAlarms()).toMatchObject([{ signalCount: 2, lastSignalAt: now }]);
    expect(await opened.db.select().from(alarmSignals)).toHaveLength(2);
    const counts = processing.events.flatMap((event) => (event.type === 'alarm' ? event.alarm.signalCount : []));
    expect(counts).toEqual([1, 2]);
  });

  test('presses that are committed together are all counted', async () => {
    await Promise.all([send([sosSample()]), send([sosSample()]), send([sosSample(), sosSample()])]);
    expect(await openAlarms()).toMatchObject([{ signalCount: 4 }]);
  });

  test('a new alarm of several presses has the time of the first, and the last one as its last signal', async () => {
    const first = processing.clock.now();
    const presses = [send([sosSample()])];
    for (let second = 1; second <= 2; second++) {
      processing.clock.advance(1000);
      presses.push(send([sosSample()]));
    }
    await Promise.all(presses);
    expect(await openAlarms()).toMatchObject([
      { signalCount: 3, receivedAt: new Date(first), lastSignalAt: new Date(first + 2000) },
    ]);
  });

  test('a press on a claimed alarm must be claimed again, and names its previous claimant', async () => {
    await send([sosSample()]);
    const user = await createUser(opened.db);
    await opened.db.update(alarms).set({ state: 'claimed', claimedBy: user.userId, handedOverBy: user.userId });
    await send([sosSample()]);
    expect(await openAlarms()).toMatchObject([{ state: 'open', signalCount: 2, handedOverBy: null }]);
    const last = processing.events.findLast(({ type }) => type === 'alarm');
    expect(last).toMatchObject({
      alarm: { state: 'open', claimedBy: { userId: user.userId }, handedOverBy: null, signalCount: 2 },
    });
  });

  test('a press on an alarm that a receiver has taken by a link must be taken again, and names the receiver', async () => {
    await send([sosSample()]);
    const [alarm] = await openAlarms();
    const attempt = {
      alarmId: alarm?.alarmId ?? 0,
      round: 1,
      step: 0,
      channel: 'sms',
      at: new Date(0),
    } as const;
    const [kari] = await opened.db
      .insert(notificationAttempts)
      .values([
        { ...attempt, name: 'Kari Vakt' },
        { ...attempt, step: 1, name: 'Ola Nabo' },
      ])
      .returning();
    await opened.db.update(alarms).set({ state: 'claimed', claimedAttempt: kari?.attemptId ?? 0 });
    await send([sosSample()]);
    const last = processing.events.findLast(({ type }) => type === 'alarm');
    expect(last).toMatchObject({
      alarm: { state: 'open', claimedBy: { userId: null, name: 'Kari Vakt' }, signalCount: 2 },
    });
  });

  test('a press after the alarm was reset opens a new one', async () => {
    await send([sosSample()]);
    await opened.db.update(alarms).set({ state: 'reset' });
    await send([sosSample()]);
    expect(await openAlarms()).toMatchObject([{ state: 'reset' }, { state: 'open', signalCount: 1 }]);
  });

  test('a fall and a press in one message are two alarms', async () => {
    const fall = { metyId: metyId.manDown, code: 'fall', at: null };
    const [press] = sosSample().events;
    await send([sampleOf({ metyId: metyId.manDown, events: [fall, ...(press ? [press] : [])] })]);
    expect((await openAlarms()).map((alarm) => alarm.metyId).sort()).toEqual([1, 3]);
    expect(await opened.db.select().from(transactions)).toMatchObject([{ metyId: 3, subtypes: [3, 1] }]);
  });

  test('two buttons at once are one signal with both of its bits', async () => {
    const codes = ['sos', 'sideButton1'].map((code) => ({ metyId: metyId.alarm, code, at: null }));
    await send([sampleOf({ metyId: metyId.alarm, events: codes })]);
    expect(await openAlarms()).toMatchObject([{ signalCount: 1, code: 'sos' }]);
    expect((await opened.db.select().from(alarmSignals)).map(({ code }) => code)).toEqual(['sos', 'sideButton1']);
  });

  test('the same button twice in one record, at two times, is two signals with both times', async () => {
    const now = processing.clock.now();
    const times = [now - minute, now];
    const events = times.map((at) => ({ metyId: metyId.alarm, code: 'sos', at }));
    await send([sampleOf({ metyId: metyId.alarm, events })]);
    expect(await openAlarms()).toMatchObject([{ signalCount: 2, happenedAt: new Date(now - minute) }]);
    const signals = await opened.db.select().from(alarmSignals).orderBy(alarmSignals.happenedAt);
    expect(signals.map(({ happenedAt }) => happenedAt.getTime())).toEqual(times);
  });

  test('two times that cannot be right are replaced by the time of receipt', async () => {
    const events = [5000, 6000].map((at) => ({ metyId: metyId.alarm, code: 'sos', at }));
    await send([sampleOf({ metyId: metyId.alarm, events })]);
    expect(await openAlarms()).toMatchObject([{ signalCount: 1, happenedAt: new Date(processing.clock.now()) }]);
  });

  test('a press after the device changed customer is an alarm of the new customer, and rings at no former one', async () => {
    await send([sosSample()]);
    const custId = await createCustomer(opened.db);
    const [former] = await opened.db.select().from(alarms);
    await opened.db.update(devices).set({ custId });
    await send([sosSample()]);
    await send([sosSample()]);
    expect(await openAlarms()).toMatchObject([
      { custId: former?.custId, state: 'open', signalCount: 1 },
      { custId, state: 'open', signalCount: 2 },
    ]);
    const receivers = processing.events.flatMap((event) => (event.type === 'alarm' ? event.custId : []));
    expect(receivers).toEqual([former?.custId, custId, custId]);
  });

  test('a sample that is an alarm without an event of its own still raises it', async () => {
    await send([sampleOf({ metyId: metyId.alarm })]);
    expect(await openAlarms()).toMatchObject([{ metyId: 1, code: 'alarm' }]);
  });

  test('a backlog of 57 records is 57 transactions, and the alarm in the middle of it is raised', async () => {
    const start = processing.clock.now() - 57 * minute;
    const samples = Array.from({ length: 57 }, (_, index) => {
      const at = start + index * minute;
      return index === 23 ? sosSample({ at, historical: true }) : sampleOf({ at, historical: true, position: home });
    });
    await send(samples);
    const rows = await opened.db.select().from(transactions).orderBy(transactions.tranId);
    expect(rows).toHaveLength(57);
    expect(rows.filter(({ raw }) => raw !== null).map(({ sampleNo }) => sampleNo)).toEqual([0]);
    expect(rows[23]).toMatchObject({ metyId: 1, tranSource: 3, historical: true });
    expect(rows[24]).toMatchObject({ tranSource: 7, historical: true });
    expect(await openAlarms()).toMatchObject([{ happenedAt: new Date(start + 23 * minute) }]);
  });

  test('characters that a text column cannot hold do not keep an alarm from being stored', async () => {
    const nasty = { note: 'a\u0000b', half: '\ud83d', number: 'Infinity' };
    const position = { ...home, accuracy: 1e39, hdop: Number.NaN, altitude: 1e-50, numSatellites: 1e9 };
    expect(await send([sosSample({ unknown: nasty, position, battery: { level: 50.4 }, gsmStrength: 1e6 })])).toBe(
      'stored',
    );
    expect(await openAlarms()).toHaveLength(1);
    expect(await theDevice()).toMatchObject({ battery: 50 });
  });

  test('a wrong device clock does not date the alarm: the time of receipt counts, and the claimed time is kept', async () => {
    const wrong = Date.UTC(1980, 0, 6);
    await send([sosSample({ at: wrong })]);
    expect(await openAlarms()).toMatchObject([{ happenedAt: new Date(processing.clock.now()) }]);
    expect(await opened.db.select().from(transactions)).toMatchObject([
      { deviceTime: null, detail: { refusedTime: wrong } },
    ]);
  });

  test('alarm, signal and transaction refer to one another', async () => {
    await send([sosSample()]);
    const [row] = await opened.db
      .select({ alarm: alarms, code: alarmSignals.code, metyId: transactions.metyId })
      .from(alarms)
      .innerJoin(alarmSignals, eq(alarmSignals.alarmId, alarms.alarmId))
      .innerJoin(transactions, eq(transactions.tranId, alarms.tranId));
    expect(row).toMatchObject({ code: 'sos', metyId: 1 });
  });
});
