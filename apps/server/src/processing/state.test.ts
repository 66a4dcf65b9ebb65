import type { FlagCause } from '@varde/catalogue/alarms';
import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf } from '@varde/testing/uplinks';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customers } from '#domain/customers/tables.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import { devices } from '#domain/devices/tables.ts';
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
const oslo = { lat: 59.9139, lng: 10.7522, source: 'gps' as const };
const bergen = { lat: 60.3913, lng: 5.3221, source: 'gps' as const };

function send(samples: Sample[], given: Parameters<typeof messageUplink>[3] = {}) {
  return processing.bus.publishUplink(messageUplink(device.identity, processing.clock.now(), samples, given));
}
function disconnect(connectionId: string) {
  const { report: _report, ...origin } = messageUplink(device.identity, processing.clock.now(), [], {
    connectionId,
  });
  return processing.bus.publishUplink({ ...origin, kind: 'disconnected' });
}
async function theDevice() {
  const [row] = await opened.db.select().from(devices);
  if (row === undefined) throw new Error('no device');
  return row;
}
const eventOf = (type: FlagCause & number, code: string): Sample =>
  sampleOf({ metyId: type, events: [{ metyId: type, code, at: null }] });
const flags = async () => (await theDevice()).flags;
/** As the offline job leaves it. */
const setFlags = (given: string[]) => opened.db.update(devices).set({ flags: given, status: 'offline' });

describe('a device’s position', () => {
  test('a late backlog does not move the map backwards', async () => {
    const now = processing.clock.now();
    await send([sampleOf({ at: now, position: oslo })]);
    await send([sampleOf({ at: now - 60 * minute, historical: true, position: bergen })]);
    expect(await theDevice()).toMatchObject({ posLati: oslo.lat, posTime: new Date(now) });
  });

  test('of two of one second that of the later message counts, and neither one that comes late nor one that comes again', async () => {
    const at = processing.clock.now();
    const first = () => send([sampleOf({ at, position: oslo })], { retryKey: 'a', timed: true });
    await first();
    await send([sampleOf({ at, position: bergen })], { retryKey: 'b', timed: true });
    expect(await theDevice()).toMatchObject({ posLati: bergen.lat, posTime: new Date(at) });
    expect(await first()).toBe('duplicate');
    await send([sampleOf({ at, historical: true, position: oslo })], { retryKey: 'c', timed: true });
    expect(await theDevice()).toMatchObject({ posLati: bergen.lat });
  });

  test('a backlog that comes in order moves it to its newest place', async () => {
    const now = processing.clock.now();
    const samples = [oslo, bergen].map((position, index) =>
      sampleOf({ at: now - (60 - index) * minute, historical: true, position }),
    );
    await send(samples);
    expect(await theDevice()).toMatchObject({ posLati: bergen.lat, posTime: new Date(now - 59 * minute) });
  });

  test('0,0 is not a position', async () => {
    await send([sampleOf({ position: oslo })]);
    processing.clock.advance(minute);
    await send([sampleOf({ position: { lat: 0, lng: 0, source: 'gps' } })]);
    expect(await theDevice()).toMatchObject({ posLati: oslo.lat });
    const rows = await opened.db.select().from(transactions).orderBy(transactions.tranId);
    expect(rows[1]).toMatchObject({ posLati: null, posType: null });
  });

  test('a new position ends the warning of an outdated one, an old one does not', async () => {
    await setFlags(['outdatedPositionWarning']);
    await send([sampleOf({ at: processing.clock.now() - 1500 * minute, historical: true, position: oslo })]);
    expect(await flags()).toContain('outdatedPositionWarning');
    await send([sampleOf({ position: oslo })]);
    expect(await flags()).not.toContain('outdatedPositionWarning');
  });

  test('the room of a beacon is kept until the device is somewhere else', async () => {
    await send([sampleOf({ place: 'Stue' })]);
    expect(await theDevice()).toMatchObject({ place: 'Stue' });
    processing.clock.advance(minute);
    await send([sampleOf({ position: oslo })]);
    expect(await theDevice()).toMatchObject({ place: null });
  });
});

describe('the battery', () => {
  test('gives a warning at the threshold and ends it five points above', async () => {
    const seen: boolean[] = [];
    for (const level of [21, 20, 24, 25, 24]) {
      await send([sampleOf({ battery: { level } })]);
      seen.push((await flags()).includes('batteryWarning'));
    }
    expect(seen).toEqual([false, true, true, false, false]);
  });

  test('gives no warning while it charges, and charging is shown on the device', async () => {
    await send([sampleOf({ battery: { level: 10 } })]);
    await send([sampleOf({ battery: { level: 10, charging: true } })]);
    expect(await theDevice()).toMatchObject({ charging: true, battery: 10, flags: [], status: 'clear' });
  });

  test('is low when the device reports it', async () => {
    await send([sampleOf({ states: { lowBattery: true } })]);
    expect(await theDevice()).toMatchObject({ flags: ['batteryWarning'], status: 'battery' });
  });

  test('is empty until the next message', async () => {
    await send([eventOf(metyId.outOfBattery, 'outOfBattery')]);
    expect(await flags()).toContain('outOfBatteryWarning');
    await send([sampleOf()]);
    expect(await flags()).not.toContain('outOfBatteryWarning');
  });
});

describe('status', () => {
  /** Message type of the specification, its flag, and the shown status. */
  test.each([
    [27, 'fireWarning', 'fire'],
    [3, 'manDownWarning', 'manDown'],
    [26, 'epilepsyWarning', 'epilepsy'],
    [1, 'alarmWarning', 'alarm'],
    [22, 'wandererWarning', 'wanderer'],
    [12, 'geofenceWarning', 'geofence'],
    [102, 'geofenceWarning', 'geofence'],
    [45, 'selfCheckWarning', 'selfCheck'],
    [23, 'outOfBedWarning', 'outOfBed'],
    [21, 'fridgeWarning', 'fridge'],
    [24, 'inBedWarning', 'inBed'],
    [10, 'outOfBatteryWarning', 'outOfBattery'],
    [115, 'tcpStatusDisabledWarning', 'tcpDisabled'],
    [6, 'batteryWarning', 'battery'],
    [37, 'powerFailure', 'powerFailure'],
  ] as const)('a message of type %i sets %s, and shows the status %s [C3.15 C4.02]', async (type, flag, status) => {
    await send([eventOf(type, 'event')]);
    expect(await theDevice()).toMatchObject({ flags: [flag], status });
  });

  test.each([
    [27, 3, 'fire'],
    [3, 26, 'manDown'],
    [26, 1, 'epilepsy'],
    [1, 22, 'alarm'],
    [22, 12, 'wanderer'],
    [12, 45, 'geofence'],
    [45, 23, 'selfCheck'],
    [23, 21, 'outOfBed'],
    [21, 24, 'fridge'],
    [24, 6, 'inBed'],
    [6, 37, 'battery'],
  ] as const)(
    'after messages of type %i and %i, in either order, is that of the first: %s [C4.01 C4.02]',
    async (first, second, status) => {
      await send([eventOf(first, 'first')]);
      expect(await theDevice()).toMatchObject({ status });
      await send([eventOf(second, 'second')]);
      expect(await theDevice()).toMatchObject({ status });
      await setFlags([]);
      await send([eventOf(second, 'second')]);
      expect((await theDevice()).status).not.toBe(status);
      await send([eventOf(first, 'first')]);
      expect(await theDevice()).toMatchObject({ status });
    },
  );

  test('a low battery is no status while the device charges, and is one again afterwards [C4.03]', async () => {
    await send([sampleOf({ battery: { level: 10, charging: true } })]);
    expect(await theDevice()).toMatchObject({ status: 'clear', charging: true });
    await send([eventOf(metyId.lowBattery, 'lowBattery')]);
    expect(await theDevice(), 'the device itself reports it').toMatchObject({
      status: 'clear',
      charging: true,
    });
    await send([sampleOf({ battery: { level: 10, charging: false } })]);
    expect(await theDevice()).toMatchObject({ status: 'battery', flags: ['batteryWarning'] });
  });
});

describe('technical flags', () => {
  test.each([
    [37, 38, 'powerFailure'],
    [45, 46, 'selfCheckWarning'],
    [6, 112, 'batteryWarning'],
    [111, 11, 'batteryWarning'],
  ] as const)('of the message types %i and %i the first sets and the second clears %s', async (on, off, flag) => {
    await send([eventOf(on, 'on')]);
    expect(await flags()).toContain(flag);
    await send([eventOf(off, 'off')]);
    expect(await flags()).not.toContain(flag);
  });

  test('a power failure in a backlog does not undo what is newer', async () => {
    const now = processing.clock.now();
    await send([{ ...eventOf(metyId.powerRestored, 'on'), at: now - minute }]);
    await send([{ ...eventOf(metyId.powerFailure, 'off'), at: now - 5 * minute, historical: true }]);
    expect(await flags()).toEqual([]);
  });

  test('a technical flag beside the main status shows as a general warning', async () => {
    await send([eventOf(metyId.alarm, 'sos'), eventOf(metyId.powerFailure, 'off')]);
    expect(await theDevice()).toMatchObject({
      flags: ['alarmWarning', 'powerFailure', 'generalWarning'],
      status: 'alarm',
    });
  });
});

describe('contact', () => {
  test('the next message ends offline, and the return is logged', async () => {
    await setFlags(['offlineWarning', 'offline']);
    await send([sampleOf()]);
    expect(await theDevice()).toMatchObject({ flags: [], status: 'clear' });
    const rows = await opened.db.select().from(transactions).orderBy(transactions.tranId);
    expect(rows).toMatchObject([{ metyId: 2 }, { metyId: 63, direction: 'S', tranSource: 4 }]);
  });

  test('a device is connected until the connection that it speaks on ends', async () => {
    await send([sampleOf()], { connectionId: '1' });
    expect(await theDevice()).toMatchObject({ connected: true });
    await send([sampleOf()], { connectionId: '2' });
    await disconnect('1');
    expect(await theDevice()).toMatchObject({ connected: true });
    await disconnect('2');
    expect(await theDevice()).toMatchObject({ connected: false });
    expect(await opened.db.select().from(transactions)).toHaveLength(2);
  });

  test('a late message of an older connection does not bring that one back', async () => {
    await send([sampleOf()], { connectionId: '2' });
    await send([sampleOf()], { connectionId: '1' });
    await disconnect('1');
    expect(await theDevice()).toMatchObject({ connected: true });
  });

  test('a protocol without connections leaves the device unconnected', async () => {
    await send([sampleOf()], { connectionId: '' });
    expect(await theDevice()).toMatchObject({
      connected: false,
      lastMsgIn: new Date(processing.clock.now()),
    });
  });
});

describe('live device events', () => {
  test('hold the whole row as it was committed', async () => {
    await send([sampleOf({ battery: { level: 80 } })]);
    processing.events.length = 0;
    processing.clock.advance(minute);
    await send([sampleOf({ battery: { level: 79 } })]);
    const row = await theDevice();
    const { deviId, custId, rev } = row;
    expect(processing.events).toMatchObject([{ type: 'device' }, { type: 'transactions' }]);
    const [event] = processing.events;
    expect(event).toMatchObject({ deviId, custId, device: { deviId, rev, battery: 79 } });
    const [customer] = await opened.db.select().from(customers).where(eq(customers.custId, custId));
    expect(event).toEqual(deviceEvent(row, customer?.firmName ?? ''));
  });

  test('have rising revisions', async () => {
    const revs: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await send([sampleOf()]);
      revs.push((await theDevice()).rev);
    }
    expect(revs).toEqual([...new Set(revs)].sort((a, b) => a - b));
  });
});
