import { type MessageTypeId, metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf } from '@varde/testing/uplinks';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let device: TestDevice;
let other: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  device = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  processing = await startProcessing(opened.db);
});

const minute = 60_000;
const day = 86_400_000;
const home = { lat: 59.9139, lng: 10.7522, source: 'gps' as const };

function send(samples: Sample[], given: Parameters<typeof messageUplink>[3] = {}, { identity } = device) {
  return processing.bus.publishUplink(messageUplink(identity, processing.clock.now(), samples, given));
}
function disconnect(connectionId: string) {
  const { report: _report, ...origin } = messageUplink(device.identity, processing.clock.now(), [], {
    connectionId,
  });
  return processing.bus.publishUplink({ ...origin, kind: 'disconnected' });
}
async function rowOf({ deviId }: TestDevice) {
  const [row] = await opened.db.select().from(devices).where(eq(devices.deviId, deviId));
  if (row === undefined) throw new Error('no device');
  return row;
}
const flags = async () => (await rowOf(device)).flags;
const setFlags = (given: string[]) => opened.db.update(devices).set({ flags: given });
const logged = () => opened.db.select().from(transactions).orderBy(transactions.tranId);
const eventOf = (type: MessageTypeId, code: string) =>
  sampleOf({ metyId: type, events: [{ metyId: type, code, at: null }] });

describe('the transaction of a sample', () => {
  test('holds all of its values, and its time of receipt [D3.053]', async () => {
    const at = processing.clock.now() - 5000;
    const raw = new Uint8Array([1, 2, 3]);
    const said = { health: { heartRate: 61 }, steps: 12, moving: true, unknown: { '0x99': '00' } };
    const position = {
      ...{ ...home, accuracy: 4.5, numSatellites: 9, hdop: 1.5, speed: 3.25, course: 270, altitude: 81 },
    };
    const battery = { level: 77, charging: true, millivolts: 3900 };
    await send([sampleOf({ at, position, gsmStrength: -70, battery, place: 'Stue', ...said })], {
      raw,
      word: 'status',
      tranSource: 5,
    });
    expect(await logged()).toEqual([
      expect.objectContaining({
        ...{ deviId: device.deviId, dehaId: 23, metyId: 2, subtypes: null, tranSource: 5, direction: 'I' },
        ...{ recTs: new Date(at + 5000), deviceTime: new Date(at), historical: false, sampleNo: 0 },
        ...{ posType: 0, posLati: home.lat, posLong: home.lng, posTime: new Date(at), accuracy: 4.5 },
        ...{ numSatellites: 9, hdop: 1.5, speed: 3.25, course: 270, altitude: 81 },
        ...{ gsmStrength: -70, battery: 77, word: 'status' },
        detail: { ...said, place: 'Stue', charging: true, millivolts: 3900 },
      }),
    ]);
    expect(Buffer.from((await logged())[0]?.raw ?? [])).toEqual(Buffer.from(raw));
  });

  test('is empty where the sample has no value', async () => {
    await send([sampleOf()]);
    const [row] = await logged();
    const { deviId, dehaId, custId, assignmentId, tranId, recTs, metyId: type, ...said } = row ?? { deviId: 0 };
    expect(said).toMatchObject({
      subtypes: null,
      deviceTime: null,
      posType: null,
      posTime: null,
      accuracy: null,
    });
    expect(said).toMatchObject({ speed: null, battery: null, gsmStrength: null, detail: null, hdop: null });
    expect([deviId, dehaId, type, recTs]).toEqual([device.deviId, 23, 2, new Date(processing.clock.now())]);
    expect(custId).toBe((await rowOf(device)).custId);
    expect([assignmentId, tranId].every((id) => Number(id) > 0)).toBe(true);
  });

  test('a refused time is kept as it was sent, and a credible one is not kept twice', async () => {
    const now = processing.clock.now();
    await send([sampleOf({ at: 0 }), sampleOf({ at: now })]);
    expect((await logged()).map(({ deviceTime, detail }) => ({ deviceTime, detail }))).toEqual([
      { deviceTime: null, detail: { refusedTime: 0 } },
      { deviceTime: new Date(now), detail: null },
    ]);
  });
});

describe('a reading', () => {
  test('that a message omits stays as it was, and is this device’s alone', async () => {
    const reported = {
      gsmStrength: -60,
      battery: { level: 80, charging: true },
      position: { ...home, accuracy: 7 },
    };
    await send([sampleOf({ ...reported, place: 'Stue' })]);
    await send([sampleOf()]);
    const kept = { gsmStrength: -60, battery: 80, charging: true, posLati: home.lat, posLong: home.lng };
    expect(await rowOf(device)).toMatchObject({ ...kept, posType: 0, posAccuracy: 7, place: 'Stue' });
    await send([sampleOf({ battery: { level: 20 } })], {}, other);
    expect(await rowOf(device)).toMatchObject(kept);
    expect(await rowOf(other)).toMatchObject({
      gsmStrength: null,
      battery: 20,
      charging: false,
      posLati: null,
    });
  });

  test('of a position replaces the whole position before', async () => {
    await send([sampleOf({ position: { ...home, accuracy: 7 } })]);
    processing.clock.advance(minute);
    await send([sampleOf({ position: { lat: 62, lng: 6, source: 'cell' } })]);
    expect(await rowOf(device)).toMatchObject({
      ...{ posLati: 62, posLong: 6, posType: 1, posAccuracy: null },
      posTime: new Date(processing.clock.now()),
    });
  });

  test('that is late by the device’s clock does not make a backlog seem newer than the known state', async () => {
    const now = processing.clock.now();
    await send([sampleOf({ at: now, battery: { level: 80 } })]);
    await send([sampleOf({ at: now - 60 * minute, battery: { level: 79 } })]);
    await send([sampleOf({ at: now - 30 * minute, historical: true, battery: { level: 5 } })]);
    expect(await rowOf(device)).toMatchObject({ battery: 79, flags: [] });
    await send([sampleOf({ at: now + 1, historical: true, battery: { level: 78 } })]);
    expect(await rowOf(device)).toMatchObject({ battery: 78 });
  });
});

describe('charging', () => {
  test('begins and ends with its events', async () => {
    await send([eventOf(metyId.chargingStarted, 'charging')]);
    expect(await rowOf(device)).toMatchObject({ charging: true });
    await send([sampleOf()]);
    expect(await rowOf(device)).toMatchObject({ charging: true });
    await send([eventOf(metyId.chargingStopped, 'charging')]);
    expect(await rowOf(device)).toMatchObject({ charging: false });
  });

  test.each([
    [{ states: { lowBattery: true } }, ['batteryWarning']],
    [{ states: { lowBattery: false } }, []],
    [{ states: { lowBattery: true }, battery: { charging: true } }, []],
    [{ states: { lowBattery: false }, battery: { charging: false } }, []],
  ])('%j gives the flags %j', async (said, expected) => {
    await send([sampleOf(said)]);
    expect(await flags()).toEqual(expected);
  });
});

describe('the warning of an outdated position', () => {
  test.each([
    [day - 1, []],
    [day, ['outdatedPositionWarning']],
  ])('with a fix that is %i ms old is %j: newer than 24 hours is current [D5.011]', async (age, expected) => {
    await setFlags(['outdatedPositionWarning']);
    await send([sampleOf({ at: processing.clock.now() - age, historical: true, position: home })]);
    expect(await flags()).toEqual(expected);
  });
});

describe('a device’s contact', () => {
  test.each([[['offline']], [['offlineWarning']], [['offline', 'offlineWarning']]])(
    'after %j is back, once, which is published to consoles',
    async (before) => {
      await setFlags(before);
      await send([sampleOf()]);
      await send([sampleOf()]);
      expect((await logged()).map((row) => row.metyId)).toEqual([2, 63, 2]);
      const published = processing.events.flatMap((event) =>
        event.type === 'transactions' ? event.transactions.map((row) => row.metyId) : [],
      );
      expect(published).toEqual([2, 63, 2]);
      expect(await flags()).toEqual([]);
    },
  );

  test('by other devices, or an alarm before, is no return', async () => {
    await setFlags(['alarmWarning']);
    await send([sampleOf()]);
    expect((await logged()).map((row) => row.metyId)).toEqual([2]);
  });

  test('on a connection ends the warning of a lost one, without a connection it does not', async () => {
    await setFlags(['tcpStatusDisabledWarning']);
    await send([sampleOf()], { connectionId: '' });
    expect(await flags()).toEqual(['tcpStatusDisabledWarning']);
    await send([sampleOf()], { connectionId: '1' });
    expect(await flags()).toEqual([]);
  });

  test('on a new connection counts after the one before has ended, whatever their numbers', async () => {
    await send([sampleOf()], { connectionId: '5' });
    await disconnect('5');
    expect(await rowOf(device)).toMatchObject({ connected: false });
    await send([sampleOf()], { connectionId: '3' });
    expect(await rowOf(device)).toMatchObject({ connected: true });
    await disconnect('3');
    expect(await rowOf(device)).toMatchObject({ connected: false });
    processing.events.length = 0;
    await disconnect('3');
    expect(processing.events).toEqual([]);
  });

  test('with a wrong token does not count: nothing of the device changes', async () => {
    const before = await rowOf(device);
    expect(await send([sampleOf({ battery: { level: 50 } })], { tokenHash: 'guess' })).toBe('wrongToken');
    expect(await rowOf(device)).toEqual(before);
    expect(processing.events).toEqual([]);
  });
});
