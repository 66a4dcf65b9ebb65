import type { AccessPoint } from '@varde/catalogue/report';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sampleOf } from '@varde/testing/uplinks';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { deviceKnownMacs, devices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';

/** Of the server; set to the clock of the processing, which a hand-over must not differ from. */
const clock = createManualClock();
let server: TestServer;
let processing: TestProcessing;
let homes: { mine: number; other: number };
let device: TestDevice;
let foreign: TestDevice;
const as = { nurse: '', tracker: '', neighbour: '', manager: '' };

const macOf = (number: number) =>
  `02:ad:24:49:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`;
const [kitchen, hall] = ['02:ad:24:49:ea:60', '02:ad:24:49:ea:61'] as const;
const [kitchenId, hallId] = [0x02_ad_24_49_ea_60, 0x02_ad_24_49_ea_61];
const wifi = (macAddress: string, signalStrength?: number): AccessPoint => ({
  type: 'W',
  macAddress,
  ...(signalStrength !== undefined && { signalStrength }),
});

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db);
  homes = {
    mine: await createCustomer(db, { kind: 'home', parentId: city }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  device = await createDevice(db, { custId: homes.mine });
  foreign = await createDevice(db, { custId: homes.other });
  const login = async (role: 'RESTRICTED_USER' | 'TRACKER' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.nurse = await login('RESTRICTED_USER', homes.mine);
  as.tracker = await login('TRACKER', homes.mine);
  as.neighbour = await login('SUPERFIRM', homes.other);
  as.manager = await login('SUPERFIRM', city);
  processing = await startProcessing(db);
});

const place = { lat: 62.4722, lng: 6.1549, source: 'gps' as const };
/** A message of a device that heard these, in the next second. */
async function hear(accessPoints: AccessPoint[] | undefined, given = {}, { identity } = device): Promise<number> {
  processing.clock.advance(1000);
  const at = processing.clock.now();
  const sample = sampleOf({ ...(accessPoints && { accessPoints }), ...given });
  expect(await processing.bus.publishUplink(messageUplink(identity, at, [sample]))).toBe('stored');
  return at;
}
const list = (who: string, { deviId } = device) => server.call('GET', `/ajax/devices/${deviId}/macs`, { as: who });
const macs = async (who = as.nurse) => (await list(who)).body.macs;
const name = (who: string, location: string, address = '', demaId = kitchenId) =>
  server.call('PUT', `/ajax/devices/${device.deviId}/macs/${demaId}`, {
    as: who,
    body: { location, address },
  });
const handOver = (custId: number) => {
  clock.advance(processing.clock.now() - clock.now());
  return server.call('POST', `/ajax/devices/${device.deviId}/assignments`, {
    as: as.manager,
    body: { custId },
  });
};
const actions = async () =>
  (await server.db.select().from(auditEntries).where(eq(auditEntries.deviId, device.deviId))).map(
    ({ action }) => action,
  );

describe('the known MACs of a device', () => {
  test('[D3.024] have the number, name, position, time, count, type and strength of what it heard last', async () => {
    expect(await macs()).toEqual([]);
    await hear([{ ...wifi(kitchen, -80), name: 'hjemme' }], { position: place });
    const at = await hear([wifi(kitchen, -55), { type: 'B', macAddress: hall, battery: 80 }]);
    const latest = { deviId: device.deviId, latestTimestamp: at, visible: true };
    const unnamed = { headerSaved: false, deviceKnownMac: null };
    expect(await macs()).toEqual([
      {
        ...{ ...latest, ...unnamed, demaId: kitchenId, macAddress: kitchen, name: 'hjemme', type: 'W' },
        ...{ rssi: -55, receivedCount: 2, latLng: '62.47220,6.15490', selected: true },
      },
      {
        ...{ ...latest, ...unnamed, demaId: hallId, macAddress: hall, name: null, type: 'B' },
        ...{ rssi: null, receivedCount: 1, latLng: null, selected: false },
      },
    ]);
    await hear([wifi(hall, -70)]);
    expect(await macs()).toMatchObject([
      { macAddress: hall, type: 'W', visible: true, selected: true, receivedCount: 2 },
      { macAddress: kitchen, visible: false, selected: false, latestTimestamp: at },
    ]);
    await hear(undefined); // a message without a scan changes none of it
    expect((await macs())[0]).toMatchObject({ macAddress: hall, visible: true });
    await hear([]); // it heard none
    expect((await macs())[0]).toMatchObject({ macAddress: hall, visible: false, selected: false });
  });

  test('[D3.025] that were given a location have its number, address, position and location', async () => {
    await hear([wifi(kitchen, -55)], { position: place });
    const saved = await name(as.nurse, '  Kjøkkenet ', 'Storgata 1');
    expect(saved.status).toBe(200);
    const known = {
      ...{ dekmId: expect.any(Number), demaId: kitchenId, deviId: device.deviId },
      ...{ address: 'Storgata 1', location: 'Kjøkkenet', latLng: '62.47220,6.15490' },
    };
    expect(saved.body.macs).toMatchObject([{ headerSaved: true, deviceKnownMac: known }]);
    await hear([wifi(kitchen, -60)], { position: { ...place, lat: 63 } });
    await name(as.nurse, 'Stua', 'Storgata 1');
    expect(await macs()).toMatchObject([
      { latLng: '63.00000,6.15490', deviceKnownMac: { ...known, location: 'Stua' } },
    ]);
    await name(as.nurse, 'Stua', 'Storgata 1'); // as it was
    await name(as.nurse, '');
    expect(await macs()).toMatchObject([{ headerSaved: false, deviceKnownMac: null }]);
    await name(as.nurse, '');
    const named = (await actions()).filter((action) => action === 'device.macNamed');
    expect(named).toHaveLength(3);
    const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'device.macNamed'));
    expect(entry?.content).not.toContain('Kjøkkenet');
  });

  test('are named within limits, and only those that the device heard', async () => {
    await hear([wifi(kitchen)]);
    expect((await name(as.nurse, 'x'.repeat(60), 'y'.repeat(120))).status).toBe(200);
    expect((await name(as.nurse, 'x'.repeat(61))).status).toBe(400);
    expect((await name(as.nurse, 'Stua', 'y'.repeat(121))).status).toBe(400);
    expect((await name(as.nurse, 'Gangen', '', hallId)).status).toBe(404);
    expect((await name(as.nurse, 'Gangen', '', 2 ** 48)).status).toBe(400);
    await hear([wifi(hall)], {}, foreign);
    expect((await name(as.nurse, 'Gangen', '', hallId)).status).toBe(404);
  });

  test('are for callers with DEVICE_INFO at the customer, and each look is in the audit log', async () => {
    await hear([wifi(kitchen, -55)]);
    expect((await list(as.tracker)).status).toBe(403);
    expect((await list(as.neighbour)).status).toBe(404);
    expect((await list(as.nurse, foreign)).status).toBe(404);
    expect((await name(as.tracker, 'Stua')).status).toBe(403);
    expect((await name(as.neighbour, 'Stua')).status).toBe(404);
    expect(await server.db.select().from(deviceKnownMacs)).toEqual([]);
    expect(await actions()).toEqual([]);
    await list(as.nurse);
    expect(await actions()).toEqual(['device.macsRead']);
  });

  test('are of the present wearer: the next one’s customer sees neither what was heard nor what was named', async () => {
    await hear([wifi(kitchen, -55)], { position: place });
    await name(as.nurse, 'Stua');
    expect((await handOver(homes.other)).status).toBe(200);
    expect((await list(as.neighbour)).body.macs).toEqual([]);
    expect((await list(as.nurse)).status).toBe(404);
    processing.clock.advance(60_000);
    await hear([wifi(hall, -55)]);
    expect((await list(as.neighbour)).body.macs).toMatchObject([{ macAddress: hall, deviceKnownMac: null }]);
    await handOver(homes.mine);
    expect((await list(as.nurse)).body.macs).toEqual([]);
  });

  test('of a device that sends random addresses are at most 200, the latest, and nothing of it is stored twice', async () => {
    await hear([wifi(kitchen, -55)]);
    await name(as.nurse, 'Stua');
    const scans = Array.from({ length: 21 }, (_, scan) =>
      sampleOf({ accessPoints: Array.from({ length: 31 }, (_, at) => wifi(macOf(scan * 31 + at))) }),
    );
    processing.clock.advance(1000);
    for (const sample of scans) {
      processing.clock.advance(1000);
      await processing.bus.publishUplink(messageUplink(device.identity, processing.clock.now(), [sample]));
    }
    const heard: { macAddress: string }[] = await macs();
    expect(heard).toHaveLength(201);
    expect(heard.at(-1)).toMatchObject({ macAddress: kitchen, headerSaved: true });
    // Of each message the first 30 entries.
    const [first, last] = [20 * 31, 20 * 31 + 30];
    expect(heard.slice(0, 30).map(({ macAddress }) => macAddress)).toContain(macOf(first));
    expect(heard.map(({ macAddress }) => macAddress)).not.toContain(macOf(last));
    expect(await server.db.select().from(deviceKnownMacs)).toHaveLength(1);
  });

  test('that were named stay in the list when they are no longer heard, and can be removed', async () => {
    await hear([wifi(kitchen, -55)]);
    await name(as.nurse, 'Stua');
    await server.db.delete(transactions);
    expect(await macs()).toMatchObject([
      {
        macAddress: kitchen,
        latestTimestamp: null,
        receivedCount: 0,
        rssi: null,
        visible: false,
        selected: false,
      },
    ]);
    expect((await name(as.nurse, '')).body.macs).toEqual([]);
  });

  test('lose their positions when the history of the device is forgotten [C1.08]', async () => {
    await hear([wifi(kitchen, -55)], { position: place });
    await name(as.nurse, 'Stua');
    const path = `/ajax/devices/${device.deviId}/history`;
    expect((await server.call('DELETE', path, { as: as.manager })).status).toBe(200);
    expect(await macs()).toMatchObject([{ latLng: null, deviceKnownMac: { location: 'Stua', latLng: null } }]);
  });

  test('of a clone are named at its master', async () => {
    await hear([wifi(kitchen, -55)]);
    const pair = { twin: 'CLONE', twinDevice: foreign.deviId, twinSerial: 'X' } as const;
    await server.db.update(devices).set(pair).where(eq(devices.deviId, device.deviId));
    expect((await name(as.nurse, 'Stua')).status).toBe(403);
    expect(await server.db.execute(sql`select from device_known_macs`)).toMatchObject({ rows: [] });
  });
});
