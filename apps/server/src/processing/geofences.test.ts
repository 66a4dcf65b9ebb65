import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { createGeofence, northOfFence } from '@varde/testing/geofences';
import { createJobRunner } from '@varde/testing/job-runner';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { putIndoorLocation } from '#domain/devices/indoor-locations.ts';
import { devices } from '#domain/devices/tables.ts';
import { devicesOutside, moveFences, removeFence } from '#domain/geofences/geofences.ts';
import { geofences } from '#domain/geofences/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { minuteOfDay } from '#platform/clock/minute-of-day.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { geofenceCheck } from '../jobs/geofence-check.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let device: TestDevice;
let custId: number;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  custId = await createCustomer(opened.db);
  device = await createDevice(opened.db, { custId });
  processing = await startProcessing(opened.db);
});

const minute = 60_000;
const send = (samples: Sample[], from: TestDevice = device) =>
  processing.bus.publishUplink(messageUplink(from.identity, processing.clock.now(), samples));
const at = (metres: number, given: Partial<Sample> = {}) =>
  sampleOf({
    metyId: metyId.position,
    position: { ...northOfFence(metres), source: 'gps', accuracy: 10 },
    ...given,
  });
/** A position so many metres from the middle, a minute after the one before. */
async function walk(...places: number[]) {
  for (const metres of places) {
    processing.clock.advance(minute);
    await send([at(metres)]);
  }
}
const raised = () => opened.db.select().from(alarms).orderBy(asc(alarms.alarmId));
const flags = async () => (await opened.db.select().from(devices).where(eq(devices.deviId, device.deviId)))[0]?.flags;
const logged = async () => {
  const rows = await opened.db.select().from(transactions).orderBy(asc(transactions.tranId));
  return rows.flatMap(({ tranSource, metyId: type }) => (tranSource === 4 ? [type] : []));
};
/** What the job does each 15 seconds: processing is woken, and has worked when the next message is committed. */
async function passTime(minutes: number, heard: TestDevice = device) {
  processing.clock.advance(minutes * minute);
  await createJobRunner({ db: opened.db, bus: processing.bus }, processing.clock)(geofenceCheck);
  await send([], heard);
}
/** Until the clocks of Oslo show this time of day. */
function waitUntil(hour: number) {
  const now = minuteOfDay(processing.clock.now(), 'Europe/Oslo');
  processing.clock.advance(((hour * 60 - now + 1440) % 1440) * minute);
}
/** Settings of a device, as they are stored. */
const set = (values: Record<string, unknown>, of: TestDevice = device) =>
  opened.db.execute(sql`insert into device_settings (devi_id, key, desired)
    select ${of.deviId}::int, key, value from jsonb_each(${JSON.stringify(values)}::jsonb)`);

test('of two positions of one second the later one counts, and not one that comes late', async () => {
  await createGeofence(opened.db, device.deviId, { delayMinutes: 0 });
  await walk(0);
  const second = processing.clock.now();
  await send([at(1000, { at: second })]);
  await send([at(1000, { at: second, historical: true })]);
  await send([at(0, { at: second })]);
  await send([at(1000, { at: second, historical: true })]);
  await passTime(5);
  expect(await raised()).toEqual([]);
  processing.clock.advance(minute);
  const later = processing.clock.now();
  await send([at(0, { at: later })]);
  await send([at(1000, { at: later })]);
  await passTime(5);
  expect(await raised()).toHaveLength(1);
});

test('a wearer who leaves a fence raises one alarm with its name and place, and is back without another', async () => {
  await createGeofence(opened.db, device.deviId, { name: 'Hagen' });
  await walk(0, 100);
  expect(await raised()).toEqual([]);
  await walk(400, 500, 600);
  const { lat } = northOfFence(500);
  expect(await raised()).toMatchObject([
    {
      metyId: metyId.advancedGeofenceLeft,
      geofence: 'Hagen',
      state: 'open',
      signalCount: 1,
      custId,
      posLati: lat,
    },
  ]);
  expect(await flags()).toContain('geofenceWarning');
  await walk(50);
  expect(await flags()).not.toContain('geofenceWarning');
  expect(await logged()).toEqual([metyId.advancedGeofenceLeft, metyId.advancedGeofenceEntered]);
  await walk(400, 500);
  expect(await raised()).toMatchObject([{ signalCount: 2 }]);
});

test('the alarm comes without a further position: a minute after the only one, or when the delay has passed', async () => {
  await createGeofence(opened.db, device.deviId);
  await createGeofence(opened.db, device.deviId, { name: 'Nabolaget', radius: 1000, delayMinutes: 30 });
  await walk(0, 500);
  await passTime(0.5);
  expect(await raised()).toEqual([]);
  await passTime(1);
  expect(await raised()).toMatchObject([{ geofence: 'Hjem' }]);
  await walk(2000);
  await passTime(29);
  expect(await raised()).toMatchObject([{ signalCount: 1 }]);
  await passTime(2);
  expect(await raised()).toMatchObject([{ signalCount: 2 }]);
});

test('what was known survives a restart', async () => {
  await createGeofence(opened.db, device.deviId, { delayMinutes: 5 });
  await walk(0, 500);
  await processing.runner.stop?.();
  const former = processing.clock.now();
  processing = await startProcessing(opened.db);
  processing.clock.advance(former - processing.clock.now());
  await passTime(6);
  expect(await raised()).toHaveLength(1);
});

test('a server whose clock was set back still sees who leaves', async () => {
  await createGeofence(opened.db, device.deviId);
  await walk(0);
  processing.clock.step(-60 * minute);
  await walk(0, 400, 500, 600);
  expect(await raised()).toMatchObject([{ signalCount: 1 }]);
});

test('a backlog, an old position and one of another wearer raise and clear nothing', async () => {
  await createGeofence(opened.db, device.deviId);
  await walk(0);
  const now = processing.clock.now();
  processing.clock.advance(60 * minute);
  await send([1, 2, 3].map((each) => at(900, { at: now + each * minute, historical: true })));
  await passTime(5);
  expect(await raised()).toEqual([]);
  await opened.db.execute(sql`update device_assignments set ends_at = now() - interval '1 minute'`);
  await opened.db.execute(
    sql`insert into device_assignments (devi_id, cust_id, begins_at) select devi_id, cust_id, now() - interval '1 minute' from devices`,
  );
  await walk(900, 900);
  await passTime(5);
  expect(await raised()).toEqual([]);
});

test('an alarm that is reset while the wearer is outside comes again only after the wearer was back', async () => {
  await createGeofence(opened.db, device.deviId);
  await walk(0, 400, 500);
  await opened.db.update(alarms).set({ state: 'reset', resetAt: new Date(processing.clock.now()) });
  await walk(600, 700);
  await passTime(60);
  expect(await raised()).toHaveLength(1);
  await walk(0, 400, 500);
  expect(await raised()).toHaveLength(2);
});

test('the warning stays while another fence is left, and for an alarm by a fence of the device’s own', async () => {
  await createGeofence(opened.db, device.deviId);
  await createGeofence(opened.db, device.deviId, { name: 'Tunet', radius: 50 });
  await walk(0, 400, 500, 100);
  expect(await flags()).toContain('geofenceWarning');
  await walk(0);
  expect(await flags()).not.toContain('geofenceWarning');
  await walk(400, 500);
  await send([
    sampleOf({
      metyId: metyId.geofence,
      events: [{ metyId: metyId.geofence, code: 'geofenceLeft', at: null }],
    }),
  ]);
  await walk(0);
  expect(await flags()).toContain('geofenceWarning');
});

test('fences are judged by device: others in the batch, and fences that are off, have no part in it', async () => {
  const other = await createDevice(opened.db, { custId });
  await createGeofence(opened.db, device.deviId, { enabled: false });
  await createGeofence(opened.db, other.deviId);
  await walk(0, 900, 900);
  await passTime(5);
  expect(await raised()).toEqual([]);
  await Promise.all([send([at(0)], other), send([at(0)])]);
  for (let step = 0; step < 2; step += 1) {
    processing.clock.advance(minute);
    await Promise.all([send([at(900)], other), send([at(900)])]);
  }
  expect(await raised()).toMatchObject([{ deviId: other.deviId }]);
});

describe('a fault in judging a fence', () => {
  test('neither loses nor delays an SOS of the same batch, and keeps the position', async () => {
    await createGeofence(opened.db, device.deviId);
    await walk(0);
    await opened.db.execute(sql`update geofences set vertices = 'null'`);
    processing.clock.advance(minute);
    const verdict = await send([sosSample({ position: { ...northOfFence(900), source: 'gps' } })]);
    expect(verdict).toBe('stored');
    expect(await raised()).toMatchObject([{ metyId: metyId.alarm, posLati: northOfFence(900).lat }]);
    expect(await flags()).toContain('alarmWarning');
  });

  test('keeps no other fence of the batch from being judged', async () => {
    const other = await createDevice(opened.db, { custId });
    await createGeofence(opened.db, device.deviId);
    await createGeofence(opened.db, device.deviId, { name: 'Ødelagt' });
    await createGeofence(opened.db, other.deviId);
    await opened.db.execute(
      sql`update geofences set vertices = '[null]' where devi_id = ${other.deviId} or name = 'Ødelagt'`,
    );
    for (const metres of [0, 400, 500]) {
      processing.clock.advance(minute);
      await Promise.all([send([at(metres)], other), send([at(metres)])]);
    }
    expect(await raised()).toMatchObject([{ deviId: device.deviId, geofence: 'Hjem' }]);
  });

  test('by a statement that took too long does not reject an SOS of the same batch', async () => {
    await createGeofence(opened.db, device.deviId);
    await walk(0);
    await opened.db.execute(sql`create function takes_long() returns trigger language plpgsql as
      $$ begin raise exception 'statement timeout' using errcode = '57014'; end $$`);
    await opened.db.execute(sql`create trigger takes_long before update on geofences
      for each row execute function takes_long()`);
    processing.clock.advance(minute);
    const sos = send([sosSample({ position: { ...northOfFence(900), source: 'gps' } })]);
    const verdict = await sos.catch(String);
    await opened.db.execute(sql`drop trigger takes_long on geofences`);
    expect(verdict).toBe('stored');
    expect(await raised()).toMatchObject([{ metyId: metyId.alarm }]);
  });

  test('of the database takes back what it had stored, and nothing else', async () => {
    await createGeofence(opened.db, device.deviId);
    await walk(0, 400);
    await opened.db.execute(sql`alter table geofences add constraint broken check (notified_at is null)`);
    processing.clock.advance(minute);
    await send([sosSample({ position: { ...northOfFence(500), source: 'gps', accuracy: 5 } })]);
    await opened.db.execute(sql`alter table geofences drop constraint broken`);
    expect(await raised()).toMatchObject([{ metyId: metyId.alarm }]);
    expect(await flags()).not.toContain('geofenceWarning');
    expect(await logged()).toEqual([]);
    await walk(600);
    expect(await raised()).toMatchObject([{ metyId: metyId.alarm }, { metyId: metyId.advancedGeofenceLeft }]);
  });
});

test('a position by WiFi counts where the setting of the device allows it', async () => {
  await createGeofence(opened.db, device.deviId);
  await walk(0);
  const wifi = () => send([at(900, { position: { ...northOfFence(900), source: 'wifi', accuracy: 50 } })]);
  processing.clock.advance(minute);
  await wifi();
  await passTime(5);
  expect(await raised()).toEqual([]);
  await opened.db.execute(
    sql`insert into device_settings (devi_id, key, desired) values (${device.deviId}, 'geofenceWifiLocationAlert', 'true')`,
  );
  await wifi();
  await passTime(5);
  expect(await raised()).toHaveLength(1);
});

describe('the delays of a device', () => {
  /** Both devices walk out of their fences. */
  async function walkOut(other: TestDevice) {
    for (const metres of [0, 400, 420]) {
      processing.clock.advance(minute);
      await Promise.all([send([at(metres)]), send([at(metres)], other)]);
    }
  }
  const who = async () => (await raised()).map(({ deviId }) => deviId);

  test.each([
    [12, 'delayDay', 'delayNight'],
    [23, 'delayNight', 'delayDay'],
  ])('count for its fences without one, and for no other device: at %i o’clock %s', async (hour, key, not) => {
    const other = await createDevice(opened.db, { custId });
    await createGeofence(opened.db, device.deviId);
    await createGeofence(opened.db, other.deviId);
    await set({ [key]: 30, [not]: 300 });
    waitUntil(hour);
    await walkOut(other);
    expect(await who()).toEqual([other.deviId]);
    await passTime(28);
    expect(await who()).toEqual([other.deviId]);
    await passTime(1);
    expect(await who()).toEqual([other.deviId, device.deviId]);
  });

  test('leave a fence of the same device its own', async () => {
    await createGeofence(opened.db, device.deviId, { name: 'Hagen', delayMinutes: 5 });
    await createGeofence(opened.db, device.deviId, { name: 'Tunet' });
    await set({ delayDay: 30, delayNight: 30 });
    await walk(0, 400, 420);
    await passTime(4);
    expect(await raised()).toMatchObject([{ geofence: 'Hagen', signalCount: 1, code: 'geofenceLeft' }]);
    await passTime(24);
    expect(await raised()).toMatchObject([{ signalCount: 1 }]);
    await passTime(1);
    expect(await raised()).toMatchObject([{ geofence: 'Hagen', signalCount: 2 }]);
  });

  test.each(['mange', -5, 1441, null, { minutes: 9 }, true])(
    'that cannot be, such as %j, cost no alarm',
    async (value) => {
      await createGeofence(opened.db, device.deviId);
      await set({ delayDay: value, delayNight: value, delayMotionless: value, callAlert: value });
      await walk(0, 400, 500);
      expect(await raised()).toMatchObject([{ geofence: 'Hjem' }]);
    },
  );
});

describe('a wearer outside who does not move', () => {
  let other: TestDevice;
  beforeEach(async () => {
    other = await createDevice(opened.db, { custId });
    await createGeofence(opened.db, device.deviId, { delayMinutes: 120 });
    await set({ delayMotionless: 20 });
  });

  test('is missed before the delay has passed, without a further position, while the device is heard', async () => {
    await walk(0, 400, 420);
    await passTime(10);
    await passTime(8);
    expect(await raised()).toEqual([]);
    await passTime(1, other);
    expect(await raised()).toMatchObject([{ deviId: device.deviId, signalCount: 1, code: 'geofenceMotionless' }]);
  });

  test('is what the last positions say, whoever else stands still', async () => {
    await createGeofence(opened.db, other.deviId, { delayMinutes: 120 });
    await set({ delayMotionless: 20 }, other);
    for (let step = 0; step < 6; step += 1) {
      processing.clock.advance(5 * minute);
      await Promise.all([send([at(step * 100)]), send([at(step === 0 ? 0 : 400)], other)]);
    }
    expect(await raised()).toMatchObject([{ deviId: other.deviId }]);
    await passTime(18);
    expect(await raised()).toHaveLength(1);
    await passTime(2);
    expect(await raised()).toMatchObject([{ deviId: other.deviId }, { deviId: device.deviId }]);
  });

  test('is missed when the delay has passed if the device is silent, or offline', async () => {
    await walk(0, 400);
    await passTime(30, other);
    expect(await raised()).toEqual([]);
    await send([]);
    expect(await raised()).toHaveLength(0);
    await opened.db
      .update(devices)
      .set({ flags: ['offlineWarning'] })
      .where(eq(devices.deviId, device.deviId));
    await passTime(1, other);
    expect(await raised()).toEqual([]);
    await passTime(88, other);
    expect(await raised()).toEqual([]);
    await passTime(1, other);
    expect(await raised()).toHaveLength(1);
  });
});

describe('an alarm is told by a call as well', () => {
  const asked = async () => (await raised()).map(({ callCause }) => callCause);

  test('where the fence that was left asks for it, and by no other fence', async () => {
    const other = await createDevice(opened.db, { custId });
    await createGeofence(opened.db, device.deviId, { alertByCall: true });
    await createGeofence(opened.db, other.deviId);
    for (const metres of [0, 400, 500]) {
      processing.clock.advance(minute);
      await Promise.all([send([at(metres)]), send([at(metres)], other)]);
    }
    const found = (await raised()).map(({ deviId, callCause }) => [deviId, callCause]);
    expect(found).toEqual(
      expect.arrayContaining([
        [device.deviId, 'geofence'],
        [other.deviId, null],
      ]),
    );
  });

  test('from when a fence that asks for it is left as well', async () => {
    await createGeofence(opened.db, device.deviId);
    await createGeofence(opened.db, device.deviId, { name: 'Nabolaget', radius: 1000, alertByCall: true });
    await walk(0, 400, 500);
    expect(await asked()).toEqual([null]);
    await walk(1500, 1600);
    expect(await raised()).toMatchObject([{ signalCount: 2, callCause: 'geofence' }]);
  });

  test('[C3.32] whatever it is, where the setting of the device asks for it when it is raised', async () => {
    const other = await createDevice(opened.db, { custId });
    await set({ callAlert: true });
    await set({ callAlert: 'true' }, other);
    await createGeofence(opened.db, device.deviId);
    await send([sosSample()]);
    await send([sosSample()], other);
    await walk(0, 400, 500);
    expect(await asked()).toEqual(['device', null, 'device']);
    await opened.db.execute(sql`update device_settings set desired = 'false'`);
    processing.clock.advance(minute);
    await send([sosSample()]);
    expect(await asked()).toEqual(['device', null, 'device']);
    await opened.db.update(alarms).set({ state: 'reset', resetAt: new Date(processing.clock.now()) });
    await send([sosSample()]);
    expect((await asked()).at(-1)).toBeNull();
  });
});

test('an alarm of a clone is told by a call if its master asks for it, as its list is that of the master', async () => {
  const clone = await createDevice(opened.db, { custId });
  const pair = async ({ deviId }: TestDevice, twin: 'MASTER' | 'CLONE', other: TestDevice) =>
    opened.db
      .update(devices)
      .set({ twin, twinDevice: other.deviId, twinSerial: 'X' })
      .where(eq(devices.deviId, deviId));
  await pair(device, 'MASTER', clone);
  await pair(clone, 'CLONE', device);
  await set({ callAlert: true });
  await send([sosSample()], clone);
  expect(await raised()).toMatchObject([{ deviId: clone.deviId, callCause: 'device' }]);
  await set({ callAlert: true }, clone);
  await opened.db.execute(sql`delete from device_settings where devi_id = ${device.deviId}`);
  await send([sosSample()]);
  expect((await raised()).at(-1)).toMatchObject({ deviId: device.deviId, callCause: null });
});

test('an alarm of a former wearer is told by no call because the device of the present one asks for it', async () => {
  const at = processing.clock.now();
  const { deviId } = device;
  await opened.db.transaction((tx) => beginAssignment(tx, { deviId, custId, at: new Date(at) }));
  await set({ callAlert: true });
  processing.clock.advance(minute);
  const late = () => sosSample({ at: at - 1000, historical: true });
  await send([late()]);
  await send([late()]);
  await send([sosSample()]);
  expect((await raised()).map(({ callCause }) => callCause)).toEqual([null, 'device']);
});

test('an alarm that is signalled again is told by a call from then on, if its device asks for it by then', async () => {
  const asked = async () => (await raised()).map(({ callCause }) => callCause);
  await send([sosSample()]);
  await set({ callAlert: true });
  expect(await asked()).toEqual([null]);
  processing.clock.advance(minute);
  await send([sosSample()]);
  expect(await asked()).toEqual(['device']);
});

test('an indoor fence is left at another place of the house, and entered at one of its own', async () => {
  const { db } = opened;
  const assignmentId = await presentAssignmentId(db, device.deviId);
  const mac = (last: string) => `02:ad:24:49:ea:${last}`;
  const make = (name: string, macAddress: string) =>
    putIndoorLocation(db, null, {
      ...{ name, custId: null, boundTo: { assignmentId, deviId: device.deviId }, address: '' },
      ...northOfFence(0),
      points: [{ type: 'W', macAddress, name: '', scannedTime: null, signalStrength: -120, add: true }],
    });
  const ward = await make('Avdelingen', mac('01'));
  await make('Kjelleren', mac('02'));
  await createGeofence(db, device.deviId, {
    ...{ name: 'Avdelingen', kind: 'indoor', radius: 0, vertices: [], inloIds: [ward ?? 0] },
  });
  const hear = async (macAddress: string) => {
    processing.clock.advance(minute);
    const accessPoints = [{ type: 'W' as const, macAddress, signalStrength: -40 }];
    await send([sampleOf({ metyId: metyId.position, accessPoints })]);
  };
  await hear(mac('01'));
  await hear(mac('02'));
  await hear(mac('02'));
  expect(await raised()).toMatchObject([{ geofence: 'Avdelingen' }]);
  await hear(mac('01'));
  expect(await flags()).not.toContain('geofenceWarning');
});

describe('the job wakes', () => {
  const woken = () => devicesOutside(opened.db, 0, 10);

  test('a device while an alarm may become due', async () => {
    await createGeofence(opened.db, device.deviId, { delayMinutes: 5 });
    await walk(0);
    expect(await woken()).toEqual([]);
    await walk(400);
    expect(await woken()).toEqual([device.deviId]);
    await passTime(6);
    expect(await raised()).toHaveLength(1);
    expect(await woken()).toEqual([]);
  });

  test('no device whose wearer was never seen inside, unless the fence has hours', async () => {
    await createGeofence(opened.db, device.deviId);
    await walk(900, 900);
    expect(await woken()).toEqual([]);
    await opened.db.update(geofences).set({ enabledTime: true });
    expect(await woken()).toEqual([device.deviId]);
  });

  test('no device for the fence of a former wearer', async () => {
    await createGeofence(opened.db, device.deviId, { delayMinutes: 600 });
    await walk(0, 400, 500);
    await opened.db.transaction((tx) =>
      beginAssignment(tx, { deviId: device.deviId, custId, at: new Date(processing.clock.now()) }),
    );
    expect(await woken()).toEqual([]);
  });
});

test('an uplink without a position asks for no fence', async () => {
  await createGeofence(opened.db, device.deviId);
  await opened.db.execute(sql`update geofences set outside = true`);
  await send([sampleOf()]);
  const [fence] = await opened.db.select().from(geofences);
  expect(fence).toMatchObject({ outside: true, notifiedAt: null });
});

test('the row of a device says whether it has an enabled fence, whatever happens to its fences', async () => {
  const { db } = opened;
  const other = await createDevice(db, { custId });
  const fenced = async () => {
    const rows = await db.select().from(devices).orderBy(asc(devices.deviId));
    return rows.map((row) => row.fenced);
  };
  const enable = (geofenceId: number, enabled: boolean) =>
    db.update(geofences).set({ enabled }).where(eq(geofences.geofenceId, geofenceId));
  const [first, second] = [
    await createGeofence(db, device.deviId),
    await createGeofence(db, device.deviId, { name: 'Hytte', enabled: false }),
  ];
  expect(await fenced()).toEqual([true, false]);
  await enable(first, false);
  expect(await fenced()).toEqual([false, false]);
  await enable(first, true);
  expect(await fenced()).toEqual([true, false]);
  await moveFences(db, await presentAssignmentId(db, device.deviId), other.deviId);
  expect(await fenced()).toEqual([false, true]);
  await removeFence(db, second);
  expect(await fenced()).toEqual([false, true]);
  await removeFence(db, first);
  expect(await fenced()).toEqual([false, false]);
});
