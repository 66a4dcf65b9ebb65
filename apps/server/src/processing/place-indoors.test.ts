import { metyId } from '@varde/catalogue/message-types';
import type { AccessPoint, Sample } from '@varde/catalogue/report';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { putIndoorLocation } from '#domain/devices/indoor-locations.ts';
import { knownMacsOf, putKnownMac } from '#domain/devices/known-macs.ts';
import { devices } from '#domain/devices/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let city: number;
let home: number;
let device: TestDevice;
let other: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  city = await createCustomer(db);
  home = await createCustomer(db, { kind: 'home', parentId: city });
  device = await createDevice(db, { custId: home });
  other = await createDevice(db, { custId: await createCustomer(db, { kind: 'home', parentId: city }) });
  processing = await startProcessing(db);
});

const router = '02:ad:24:49:ea:60';
const fix = { lat: 59.9139, lng: 10.7522, source: 'gps' as const };
const hears = (macAddress = router, type: AccessPoint['type'] = 'W'): AccessPoint[] => [
  { type, macAddress, signalStrength: -50 },
];
const send = (samples: Sample[], { identity } = device) =>
  processing.bus.publishUplink(messageUplink(identity, processing.clock.now(), samples));
const logged = () => opened.db.select().from(transactions).orderBy(transactions.tranId);
async function rowOf({ deviId }: TestDevice = device) {
  const [row] = await opened.db.select().from(devices).where(eq(devices.deviId, deviId));
  return row;
}
const place = { lat: 62.4722, lng: 6.1549 };
async function given(name: string, custId: number | null = null, macAddress = router): Promise<number> {
  const { deviId } = device;
  const boundTo = custId === null ? { deviId, assignmentId: await presentAssignmentId(opened.db, deviId) } : null;
  const point = {
    type: 'W',
    macAddress,
    name: '',
    scannedTime: null,
    signalStrength: -50,
    add: false,
  } as const;
  const content = { custId, boundTo, name, ...place, address: '', points: [point] };
  return (await putIndoorLocation(opened.db, null, content)) ?? 0;
}

test('a message with an access point of a location has its number, its name as the place, and its position', async () => {
  const inloId = await given('Kjøkkenet');
  await send([sampleOf({ accessPoints: hears() })]);
  expect(await logged()).toMatchObject([
    { inloId, posLati: place.lat, posLong: place.lng, posType: 2, detail: { place: 'Kjøkkenet' } },
  ]);
  expect(await rowOf()).toMatchObject({ place: 'Kjøkkenet', posLati: place.lat, posLong: place.lng });
  await send([sampleOf({ accessPoints: hears(router, 'B') })]);
  expect((await logged())[1]).toMatchObject({ inloId, posType: 3 });
});

async function named(location: string, macAddress: string, at: typeof place | null = place): Promise<number> {
  const assignmentId = await presentAssignmentId(opened.db, device.deviId);
  const entry = { assignmentId, deviId: device.deviId, macAddress, type: 'W' as const, location, address: 'Lia 9' };
  await putKnownMac(opened.db, { ...entry, lat: at?.lat ?? null, lng: at?.lng ?? null });
  const known = (await knownMacsOf(opened.db, assignmentId)).find((one) => one.macAddress === macAddress);
  return known?.dekmId ?? 0;
}

test('[D3.052 D4.082] a message without a position is where the strongest known access point stands that was placed on the map, with its number and name', async () => {
  const far = '02:ad:24:49:ea:61';
  const dekmId = await named('Stua', router);
  await named('Gangen', far, { lat: 62, lng: 6 });
  const heard = [...hears(far).map((point) => ({ ...point, signalStrength: -80 })), ...hears()];
  await send([sampleOf({ accessPoints: heard })]);
  expect(await logged()).toMatchObject([
    { dekmId, inloId: null, posLati: place.lat, posLong: place.lng, posType: 2, detail: { place: 'Stua' } },
  ]);
  expect(await rowOf()).toMatchObject({ place: 'Stua', posLati: place.lat });
});

test('a known access point that was never on the map places nothing, nor does one where the message or a location says more', async () => {
  await named('Boden', '02:ad:24:49:ea:61', null);
  await send([sampleOf({ accessPoints: hears('02:ad:24:49:ea:61') })]);
  await named('Stua', router, { lat: 62, lng: 6 });
  await send([sampleOf({ accessPoints: hears(), position: fix })]);
  const inloId = await given('Kjøkkenet');
  await send([sampleOf({ accessPoints: hears() })]);
  await send([sampleOf({ accessPoints: hears() })], other);
  expect(await logged()).toMatchObject([
    { dekmId: null, posLati: null },
    { dekmId: null, posLati: fix.lat },
    { dekmId: null, inloId, posLati: place.lat },
    { dekmId: null, posLati: null },
  ]);
});

test('a position of the message itself stays, and is named by the location', async () => {
  const inloId = await given('Kjøkkenet');
  await send([sampleOf({ position: fix, accessPoints: hears(), place: 'Beacon 7' })]);
  expect(await logged()).toMatchObject([{ inloId, posLati: fix.lat, posType: 0, detail: { place: 'Kjøkkenet' } }]);
  expect(await rowOf()).toMatchObject({ place: 'Kjøkkenet', posLati: fix.lat });
});

test('a message that shows no location changes nothing, and the next position elsewhere ends the place', async () => {
  await given('Kjøkkenet');
  await send([sampleOf({ accessPoints: hears() })]);
  await send([sampleOf({ accessPoints: hears('02:ad:24:49:ea:61') })]);
  expect(await rowOf()).toMatchObject({ place: 'Kjøkkenet', posLati: place.lat });
  expect((await logged())[1]).toMatchObject({ inloId: null, posLati: null });
  processing.clock.advance(60_000);
  await send([sampleOf({ position: fix })]);
  expect(await rowOf()).toMatchObject({ place: null, posLati: fix.lat });
});

test('an alarm has the name of the room, and so has one without access points until the device is elsewhere', async () => {
  await given('Badet');
  await send([sosSample({ accessPoints: hears() })]);
  expect(await opened.db.select().from(alarms)).toMatchObject([{ place: 'Badet', posLati: place.lat }]);
  await opened.db.execute(sql`update alarms set state = 'reset', outcome = 'helped'`);
  await send([sosSample()]);
  expect((await opened.db.select().from(alarms))[1]).toMatchObject({ place: 'Badet', posLati: place.lat });
});

test('shared locations count for devices of the customer and of those below it, and own ones for their device alone', async () => {
  await given('Kjøkkenet');
  await send([sampleOf({ accessPoints: hears() })], other);
  expect((await rowOf(other))?.place).toBeNull();
  await given('Kantina', city);
  await send([sampleOf({ accessPoints: hears() })], other);
  expect((await rowOf(other))?.place).toBe('Kantina');
  const stranger = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  await send([sampleOf({ accessPoints: hears() })], stranger);
  expect((await rowOf(stranger))?.place).toBeNull();
});

test('the location of a former wearer names no place of the next one, nor does a new one name an old place', async () => {
  await given('Kjøkkenet');
  const { db } = opened;
  processing.clock.advance(60_000);
  const at = new Date(processing.clock.now());
  await db.transaction((tx) => beginAssignment(tx, { deviId: device.deviId, custId: home, at }));
  processing.clock.advance(60_000);
  await send([sampleOf({ accessPoints: hears() })]);
  expect((await rowOf())?.place).toBeNull();
  await given('Stua');
  const before = at.getTime() - 30_000;
  await send([sampleOf({ at: before, historical: true, accessPoints: hears() })]);
  expect((await logged()).map(({ inloId }) => inloId)).toEqual([null, null]);
  await send([sampleOf({ accessPoints: hears() })]);
  expect((await rowOf())?.place).toBe('Stua');
});

test('the clone of a pair is at the locations of its master', async () => {
  await given('Kjøkkenet');
  const pair = (one: TestDevice, twin: string, of: TestDevice) =>
    opened.db.execute(sql`update devices set twin = ${twin}, twin_device = ${of.deviId}, twin_serial = 'X'
      where devi_id = ${one.deviId}`);
  await pair(device, 'MASTER', other);
  await pair(other, 'CLONE', device);
  await send([sampleOf({ accessPoints: hears() })], other);
  expect((await rowOf(other))?.place).toBe('Kjøkkenet');
});

test('an alarm is raised without its place when the locations cannot be read, and nothing else of the batch is lost', async () => {
  await given('Badet');
  await opened.db.execute(sql`alter table indoor_location_devices rename to indoor_location_devices_away`);
  try {
    const sos = send([sosSample({ accessPoints: hears() })]);
    const beat = send([sampleOf({ metyId: metyId.heartbeat })], other);
    expect(await Promise.all([sos, beat])).toEqual(['stored', 'stored']);
  } finally {
    await opened.db.execute(sql`alter table indoor_location_devices_away rename to indoor_location_devices`);
  }
  expect(await opened.db.select().from(alarms)).toMatchObject([{ deviId: device.deviId, place: null }]);
});
