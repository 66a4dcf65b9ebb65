import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createGeofence, northOfFence } from '@varde/testing/geofences';
import { createJobRunner } from '@varde/testing/job-runner';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { resetOrder } from '@varde/testing/reset-order';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetIfUnchanged } from '#domain/alarms/reset-alarm.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { putIndoorLocation } from '#domain/devices/indoor-locations.ts';
import { devices } from '#domain/devices/tables.ts';
import { geofences } from '#domain/geofences/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { separateTwins } from '#domain/life/twins.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { geofenceCheck } from '../jobs/geofence-check.ts';

/** A place that is found again in anything that holds it. */
const hidden = { lat: 59.123_456, lng: 10.654_321 };
const minute = 60_000;
const point = { type: 'W' as const, macAddress: '02:ad:24:49:ea:60', signalStrength: -40 };

let opened: OpenDatabase;
let processing: TestProcessing;
let custId: number;
let userId: number;
let device: TestDevice;
let other: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  custId = await createCustomer(opened.db);
  ({ userId } = await createUser(opened.db, { role: 'RESTRICTED_USER', custId }));
  device = await createDevice(opened.db, { custId });
  other = await createDevice(opened.db, { custId });
  processing = await startProcessing(opened.db);
  await set('true');
});

const set = (value: string) =>
  opened.db.execute(sql`insert into device_settings (devi_id, key, desired) values (${device.deviId}, 'disablePositioning', ${value}::jsonb)
    on conflict (devi_id, key) do update set desired = excluded.desired`);
const at = (given: Partial<Sample> = {}, place = hidden): Sample =>
  sampleOf({ metyId: metyId.position, position: { ...place, source: 'gps', accuracy: 10 }, ...given });
const sosAt = (given: Partial<Sample> = {}): Sample => sosSample({ position: { ...hidden, source: 'gps' }, ...given });
async function send(samples: Sample[], from = device): Promise<void> {
  processing.clock.advance(minute);
  await processing.bus.publishUplink(messageUplink(from.identity, processing.clock.now(), samples));
}
const row = async ({ deviId } = device) =>
  (await opened.db.select().from(devices).where(eq(devices.deviId, deviId)))[0];
/** What its device sent, oldest first. */
const logged = ({ deviId } = device) =>
  opened.db
    .select()
    .from(transactions)
    .where(and(eq(transactions.deviId, deviId), eq(transactions.direction, 'I')))
    .orderBy(asc(transactions.tranId));
const raised = ({ deviId } = device) =>
  opened.db.select().from(alarms).where(eq(alarms.deviId, deviId)).orderBy(asc(alarms.alarmId));
async function reset(type: number = metyId.alarm, of = device): Promise<void> {
  const alarm = (await raised(of)).find((one) => one.metyId === type && one.state !== 'reset');
  const { alarmId = 0, signalCount = 1 } = alarm ?? {};
  const order = { ...resetOrder({ signalCount }), alarmId, userId, at: new Date(processing.clock.now()) };
  expect(await opened.db.transaction((tx) => resetIfUnchanged(tx, 'all', order))).not.toBeNull();
}
const noPlace = {
  posLati: null,
  posLong: null,
  posTime: null,
  posType: null,
  posAccuracy: null,
  place: null,
};
const theirs = { posLati: hidden.lat, posLong: hidden.lng };

test('an ordinary message is kept without its place, whatever says it, and the device beside is still located', async () => {
  const telling = {
    place: 'Rom 12',
    accessPoints: [point],
    cells: [{ mcc: 242, mnc: 1, lac: 7001, cid: 7002 }],
    unknown: { x: `${hidden.lat}` },
    battery: { level: 71 },
    gsmStrength: 20,
  };
  await send([at(telling)]);
  await send([at(telling)], other);
  expect(await row()).toMatchObject({
    ...noPlace,
    battery: 71,
    lastMsgIn: expect.any(Date),
    connected: true,
  });
  const [kept, ...more] = await logged();
  expect(more).toEqual([]);
  expect(kept).toMatchObject({
    ...{ metyId: metyId.position, battery: 71, raw: null, inloId: null, numSatellites: null },
    ...{ posLati: null, posLong: null, posTime: null, posType: null, accuracy: null },
  });
  for (const [it, tells] of [
    [kept, false],
    [(await logged(other))[0], true],
  ] as const)
    for (const secret of ['59.1234', '02:ad', '7001', 'Rom 12'])
      expect(JSON.stringify(it).includes(secret), secret).toBe(tells);
  const published = JSON.stringify(
    processing.events.filter((event) => 'deviId' in event && event.deviId === device.deviId),
  );
  expect(published).not.toContain('59.1234');
  expect(await row(other)).toMatchObject({ ...theirs, place: 'Rom 12' });
});

test('from an emergency until its reset the wearer is located: on the alarm, in the log, and wherever they go', async () => {
  await send([at()]);
  await send([sosAt()]);
  expect(await raised()).toMatchObject([{ ...theirs, state: 'open' }]);
  expect(await row()).toMatchObject(theirs);
  await send([at({}, { lat: 60.5, lng: 11.5 })]);
  expect(await row()).toMatchObject({ posLati: 60.5, posLong: 11.5 });
  await reset();
  expect(await row()).toMatchObject({ ...noPlace, flags: [], status: 'clear' });
  expect(await raised()).toMatchObject([{ ...theirs, state: 'reset' }]);
  await send([at()]);
  expect(await row()).toMatchObject(noPlace);
  expect((await logged()).map(({ posLati, raw }) => [posLati, raw !== null])).toEqual([
    [null, false],
    [hidden.lat, true],
    [60.5, true],
    [null, false],
  ]);
});

test('a fix that comes after a press without one is kept, also in the same batch, and none from before it', async () => {
  const from = (lat: number) => at({}, { lat, lng: 11.5 });
  processing.clock.advance(minute);
  const now = processing.clock.now();
  const sent = [[from(60.1)], [sosSample()], [from(60.2)]];
  await Promise.all(sent.map((samples) => processing.bus.publishUplink(messageUplink(device.identity, now, samples))));
  await send([from(60.3)]);
  expect((await logged()).map(({ posLati }) => posLati)).toEqual([null, null, 60.2, 60.3]);
  expect(await row()).toMatchObject({ posLati: 60.3 });
  expect(await raised()).toMatchObject([{ state: 'open' }]);
});

test('an emergency of a former wearer, or of another device, has nobody located', async () => {
  await send([sosAt()]);
  await send([sosAt()], other);
  const { deviId } = device;
  processing.clock.advance(minute);
  await opened.db.transaction((tx) => beginAssignment(tx, { deviId, custId, at: new Date(processing.clock.now()) }));
  await set('true');
  await send([at({}, { lat: 60.5, lng: 11.5 })]);
  expect((await logged()).map(({ posLati }) => posLati)).toEqual([hidden.lat, null]);
});

test('the wearer is located until the last emergency is reset, and an alarm of a geofence does not count', async () => {
  await send([sosAt(), sampleOf({ metyId: metyId.manDown }), sampleOf({ metyId: metyId.geofence })]);
  await reset(metyId.alarm);
  expect(await row()).toMatchObject(theirs);
  await reset(metyId.manDown);
  expect(await row()).toMatchObject(noPlace);
  expect((await raised()).map(({ state }) => state)).toEqual(expect.arrayContaining(['open']));
});

test('a reset leaves the place of a device with positioning', async () => {
  await send([sosAt()], other);
  await reset(metyId.alarm, other);
  expect(await row(other)).toMatchObject(theirs);
});

test('an emergency in a backlog, or beside other samples of one message, keeps the places of that message', async () => {
  const then = processing.clock.now() - 10 * minute;
  await send([at({ at: then, historical: true }), sosSample({ at: then + 1000, historical: true })]);
  expect(await raised()).toMatchObject([theirs]);
  expect((await logged()).map(({ posLati }) => posLati)).toEqual([hidden.lat, null]);
});

test('an emergency without a place of its own shows none from before', async () => {
  await set('false');
  await send([at()]);
  await opened.db.update(devices).set({ ...noPlace });
  await set('true');
  await send([sosSample()]);
  expect(await raised()).toMatchObject([noPlace]);
});

test('a fence of the device itself raises its alarm without a place', async () => {
  await send([at({ metyId: metyId.geofence, events: [{ metyId: metyId.geofence, code: 'geofence1', at: null }] })]);
  expect(await raised()).toMatchObject([{ ...noPlace, metyId: metyId.geofence }]);
  expect(await row()).toMatchObject(noPlace);
});

test('geofences are not judged: by no message, by no emergency, and by no time that passes', async () => {
  await set('false');
  await createGeofence(opened.db, device.deviId, { delayMinutes: 5 });
  const from = (metres: number) => at({}, northOfFence(metres));
  await send([from(0)]);
  await send([from(500)]);
  await set('true');
  await send([from(600)]);
  await send([sosAt({ position: { ...northOfFence(700), source: 'gps' } })]);
  processing.clock.advance(30 * minute);
  await createJobRunner({ db: opened.db, bus: processing.bus }, processing.clock)(geofenceCheck);
  await send([]);
  expect((await raised()).map(({ metyId: type }) => type)).toEqual([metyId.alarm]);
  const [fence] = await opened.db.select().from(geofences);
  expect(fence).toMatchObject({ outside: true, outsideFixes: 1, notifiedAt: null });
  await set('false');
  await send([from(700)]);
  expect((await raised()).map(({ metyId: type }) => type)).toContain(metyId.advancedGeofenceLeft);
});

test('indoor locations are found for emergencies alone', async () => {
  const assignmentId = await presentAssignmentId(opened.db, device.deviId);
  const { type, macAddress } = point;
  await putIndoorLocation(opened.db, null, {
    ...{
      name: 'Stua',
      custId: null,
      boundTo: { assignmentId, deviId: device.deviId },
      address: '',
      ...hidden,
    },
    points: [{ type, macAddress, name: '', scannedTime: null, signalStrength: -120, add: true }],
  });
  await send([sampleOf({ metyId: metyId.position, accessPoints: [point] })]);
  expect(await row()).toMatchObject(noPlace);
  await send([sosSample({ accessPoints: [point] })]);
  expect(await raised()).toMatchObject([{ ...theirs, place: 'Stua' }]);
});

test.each(['false', '"true"', '1', 'null', '{}'])('a setting of %s leaves positioning on', async (value) => {
  await set(value);
  await send([at()]);
  await send([sosAt()]);
  expect(await row()).toMatchObject(theirs);
  expect((await logged()).map(({ posLati }) => posLati)).toEqual([hidden.lat, hidden.lat]);
});

describe('a pair of twins, which has one wearer', () => {
  const link = (one: TestDevice, twin: 'MASTER' | 'CLONE', twinDevice: TestDevice) =>
    opened.db
      .update(devices)
      .set({ twin, twinDevice: twinDevice.deviId, twinSerial: 'X' })
      .where(eq(devices.deviId, one.deviId));
  const pair = async (): Promise<void> => {
    await link(device, 'MASTER', other);
    await link(other, 'CLONE', device);
  };

  test('the clone is not located when its master is not', async () => {
    await send([at()], other);
    expect(await row(other)).toMatchObject(theirs);
    await opened.db.update(devices).set({ ...noPlace });
    await pair();
    await send([at()], other);
    expect(await row(other)).toMatchObject(noPlace);
  });

  test('an alarm of either unit has both located until the last one is reset', async () => {
    await pair();
    for (const [pressed, beside] of [
      [other, device],
      [device, other],
    ] as const) {
      await send([sosSample()], pressed);
      await send([at()], beside);
      await send([at()], pressed);
      expect([await row(pressed), await row(beside)]).toMatchObject([theirs, theirs]);
      await send([sosSample()], beside);
      await reset(metyId.alarm, pressed);
      expect([await row(pressed), await row(beside)]).toMatchObject([theirs, theirs]);
      await reset(metyId.alarm, beside);
      expect([await row(pressed), await row(beside)]).toMatchObject([noPlace, noPlace]);
      await send([at()], beside);
      expect(await row(beside)).toMatchObject(noPlace);
    }
  });

  test('neither is located when they are separated, also during an alarm of the master, until another wears the clone', async () => {
    await pair();
    await send([sosSample()]);
    await send([at()], other);
    expect(await row(other)).toMatchObject(theirs);
    const [master, clone] = [await row(), await row(other)];
    if (!master || !clone) throw new Error('no pair');
    const moment = () => new Date(processing.clock.now());
    await opened.db.transaction((tx) => separateTwins(tx, { master, clone }, { userId, at: moment() }));
    expect(await row(other)).toMatchObject({ ...noPlace, positioningOff: true });
    await send([at()], other);
    expect(await row(other)).toMatchObject(noPlace);
    await send([at()]);
    expect(await row(), 'the alarm is still open').toMatchObject(theirs);
    processing.clock.advance(minute);
    await opened.db.transaction((tx) => beginAssignment(tx, { deviId: other.deviId, custId, at: moment() }));
    await send([at()], other);
    expect(await row(other)).toMatchObject(theirs);
  });

  test('a position of one that arrives together with the alarm of the other is kept', async () => {
    await pair();
    processing.clock.advance(minute);
    const now = processing.clock.now();
    const uplinks = [messageUplink(other.identity, now, [sosSample()]), messageUplink(device.identity, now, [at()])];
    await Promise.all(uplinks.map((uplink) => processing.bus.publishUplink(uplink)));
    expect(await row()).toMatchObject(theirs);
  });

  test('an alarm of a geofence, or of a device that is no twin, has nobody located', async () => {
    await send([sosSample()], other);
    await send([at()]);
    expect(await row()).toMatchObject(noPlace);
    await reset(metyId.alarm, other);
    await pair();
    await send([sampleOf({ metyId: metyId.geofence })], other);
    await send([at()]);
    expect(await row()).toMatchObject(noPlace);
  });
});

test('the next wearer of the device is located', async () => {
  const { deviId } = device;
  processing.clock.advance(minute);
  await opened.db.transaction((tx) => beginAssignment(tx, { deviId, custId, at: new Date(processing.clock.now()) }));
  await send([at()]);
  expect(await row()).toMatchObject(theirs);
});
