import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf } from '@varde/testing/uplinks';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '#domain/commands/tables.ts';
import { deviceIdentities, devices } from '#domain/devices/tables.ts';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createLeaseKeeper, type LeaseKeeper } from './lease-keeper.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let custId: number;
let device: TestDevice;
let other: TestDevice;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  processing = await startProcessing(opened.db);
  custId = await createCustomer(opened.db);
  device = await createDevice(opened.db, { custId });
  other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
});
afterEach(() => processing.runner.stop());

const keeper = (gatewayId: string): LeaseKeeper =>
  createLeaseKeeper({ db: opened.db, bus: processing.bus, log: createLog({ level: 'silent' }), gatewayId });
const link = (gatewayId: string, connectionId: string) => ({ gatewayId, connectionId });
const speak = (of: TestDevice, on: ReturnType<typeof link>) =>
  processing.bus.publishUplink(messageUplink(of.identity, processing.clock.now(), [sampleOf()], on));
const disconnect = (of: TestDevice, on: ReturnType<typeof link>) => {
  const { protocol, remoteAddress, receivedAt, tranSource, identity } = messageUplink(of.identity, 0, []);
  const origin = { protocol, remoteAddress, receivedAt, tranSource, identity };
  return processing.bus.publishUplink({ ...origin, ...on, kind: 'disconnected' });
};
const isConnected = async ({ deviId }: TestDevice) => {
  const [row] = await opened.db.select().from(devices).where(eq(devices.deviId, deviId));
  return row?.connected;
};
const holder = async ({ deviId }: TestDevice) => {
  const [row] = await opened.db.select().from(deviceIdentities).where(eq(deviceIdentities.deviId, deviId));
  return row === undefined ? null : { gatewayId: row.gatewayId, connectionId: row.connectionId };
};
const gateways = async () =>
  (await queryRows<{ id: string }>(opened.db, sql`select gateway_id as id from gateways order by 1`)).map(
    ({ id }) => id,
  );
const runOut = (gatewayId: string) =>
  opened.db.execute(sql`update gateways set leased_until = now() where gateway_id = ${gatewayId}`);

describe('a gateway that starts', () => {
  test('disconnects the devices of its earlier run and of dead gateways, and none of a live one', async () => {
    await keeper('b').beat();
    await speak(device, link('a', '5'));
    await speak(other, link('b', '6'));
    const third = await createDevice(opened.db, { custId });
    await keeper('c').beat();
    await speak(third, link('c', '7'));
    await runOut('c');
    const again = keeper('a');
    await again.start();
    await again.stop();
    expect([await isConnected(device), await isConnected(third)]).toEqual([false, false]);
    expect(await holder(device)).toEqual({ gatewayId: null, connectionId: null });
    expect(await isConnected(other)).toBe(true);
    expect(await holder(other)).toEqual(link('b', '6'));
  });

  test('disconnects devices without a gateway, of a version without leases', async () => {
    await opened.db.update(devices).set({ connected: true });
    const first = keeper('a');
    await first.start();
    await first.stop();
    expect([await isConnected(device), await isConnected(other)]).toEqual([false, false]);
  });

  test('leaves a device connected that another gateway holds by another identity', async () => {
    await opened.db
      .insert(deviceIdentities)
      .values({ deviId: device.deviId, protocol: 'watch', identity: '8800000015' });
    await speak(device, link('a', '5'));
    await processing.bus.publishUplink(
      messageUplink('8800000015', processing.clock.now(), [sampleOf()], {
        ...link('b', '6'),
        protocol: 'watch',
      }),
    );
    await keeper('b').beat();
    const again = keeper('a');
    await again.start();
    await again.stop();
    expect(await isConnected(device)).toBe(true);
  });
});

describe('a gateway whose lease has run out', () => {
  test('loses its devices, which is published, and its record is deleted', async () => {
    const [a, b] = [keeper('a'), keeper('b')];
    await a.beat();
    await b.beat();
    await speak(device, link('a', '5'));
    await speak(other, link('b', '6'));
    await b.beat();
    expect(await isConnected(device)).toBe(true);
    await runOut('a');
    processing.events.length = 0;
    await b.beat();
    expect(await isConnected(device)).toBe(false);
    expect(processing.events).toMatchObject([
      { type: 'device', deviId: device.deviId, custId, device: { connected: false } },
    ]);
    expect(await isConnected(other)).toBe(true);
    expect(await gateways()).toEqual(['b']);
  });

  test('loses all of its devices, however many they are', async () => {
    for (let count = 2; count < 101; count += 1) await createDevice(opened.db, { custId });
    await opened.db
      .insert(deviceIdentities)
      .select(sql`select devi_id, 'watch', identity, null, false, null, null, null from device_identities`);
    await opened.db.update(deviceIdentities).set(link('a', '1'));
    await opened.db.update(devices).set({ connected: true });
    await keeper('a').beat();
    await runOut('a');
    await keeper('b').beat();
    expect(await opened.db.$count(devices, eq(devices.connected, true))).toBe(0);
    expect(await opened.db.$count(deviceIdentities, sql`gateway_id is not null`)).toBe(0);
    expect(await gateways()).toEqual(['b']);
  });

  test('keeps them when it renews the lease before the next check', async () => {
    const [a, b] = [keeper('a'), keeper('b')];
    await a.beat();
    await speak(device, link('a', '5'));
    await runOut('a');
    await a.beat();
    await b.beat();
    expect(await isConnected(device)).toBe(true);
    expect(await gateways()).toEqual(['a', 'b']);
  });

  test('gets a device back with its next message on the same connection', async () => {
    await keeper('a').beat();
    await speak(device, link('a', '5'));
    await runOut('a');
    await keeper('b').beat();
    await speak(device, link('a', '5'));
    expect(await isConnected(device)).toBe(true);
    expect(await holder(device)).toEqual(link('a', '5'));
  });
});

describe('a device that reconnects to another gateway', () => {
  test('belongs to that one: the end of its former connection and late messages on it change nothing', async () => {
    await speak(device, link('a', '5'));
    await speak(device, link('b', '9'));
    await disconnect(device, link('a', '5'));
    await speak(device, link('a', '5'));
    await disconnect(device, link('a', '9'));
    expect(await isConnected(device)).toBe(true);
    expect(await holder(device)).toEqual(link('b', '9'));
    await disconnect(device, link('b', '9'));
    expect(await isConnected(device)).toBe(false);
  });

  test('gets its commands through that one', async () => {
    await speak(device, link('a', '5'));
    await speak(device, link('b', '9'));
    const command = { kind: 'findMe' } as const;
    await opened.db
      .insert(commands)
      .values({ deviId: device.deviId, command, createdAt: new Date(processing.clock.now()) });
    processing.bus.publishCommandsChanged(device.deviId);
    await expect.poll(() => processing.downlinks.map(({ gatewayId }) => gatewayId)).toEqual(['b']);
  });
});

test('does not rewrite the connection for each message on it', async () => {
  const version = async () =>
    queryRows(opened.db, sql`select xmin::text, ctid::text from device_identities where devi_id = ${device.deviId}`);
  await speak(device, link('a', '5'));
  const before = await version();
  for (let times = 0; times < 5; times += 1) await speak(device, link('a', '5'));
  expect(await version()).toEqual(before);
  await speak(device, link('a', '6'));
  expect(await version()).not.toEqual(before);
});
