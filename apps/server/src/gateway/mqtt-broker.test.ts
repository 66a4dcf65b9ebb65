import { mqtt, topicOf } from '@varde/protocols/open/index';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { type Mosquitto, startMosquitto } from '@varde/testing/mosquitto';
import { MqttDevice, type MqttLogin } from '@varde/testing/mqtt-device';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { alarmSignals, alarms } from '#domain/alarms/tables.ts';
import { queueCommand } from '#domain/commands/commands.ts';
import { commands } from '#domain/commands/tables.ts';
import { removeIdentity } from '#domain/devices/identities.ts';
import { devices } from '#domain/devices/tables.ts';
import { settingsOf } from '#domain/settings/device-settings.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createGateway } from './create-gateway.ts';
import type { GatewayServer } from './stream-server.ts';

/** What the gateway promises with the embedded broker (mqtt-gateway.test.ts), as far as a broker elsewhere lets it. */
let opened: OpenDatabase;
let processing: TestProcessing;
let broker: Mosquitto;
let server: GatewayServer;
let device: TestDevice;
let other: TestDevice;
const open: MqttDevice[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  const [first, second] = [await createCustomer(opened.db), await createCustomer(opened.db)];
  device = await createDevice(opened.db, { custId: first, dehaId: 13, identity: 'unit-1' });
  other = await createDevice(opened.db, { custId: second, dehaId: 13, identity: 'unit-2' });
  processing = await startProcessing(opened.db);
  const users = [device, other].map(({ identity, token }) => ({ name: identity, password: token ?? '' }));
  broker = await startMosquitto([...users, { name: 'unit-3', password: 'not registered' }]);
  await serve();
});
afterEach(async () => {
  for (const one of open.splice(0)) one.drop();
  await server.stop();
  await processing.runner.stop();
  await broker.close();
});

async function serve(gatewayId = 'test'): Promise<void> {
  const { bus, clock } = processing;
  const log = createLog({ level: 'silent' });
  const given = { bus, clock, log, port: 0, host: '127.0.0.1', broker: broker.url };
  server = createGateway(mqtt, { gatewayId, ...given });
  await server.start();
}

async function connect(over: Partial<MqttLogin> = {}, of = device): Promise<MqttDevice> {
  const { identity, token } = of;
  const will = { topic: topicOf(identity, 'lost'), payload: Buffer.from('x'), qos: 1, retain: false } as const;
  const connected = await MqttDevice.connect({
    ...{ port: broker.port, identity, token: token ?? '', options: { will } },
    ...over,
  });
  open.push(connected);
  return connected;
}
const press = () => {
  processing.clock.advance(1_000);
  return { time: new Date(processing.clock.now()).toISOString(), events: ['alarm'] };
};
const signals = async () => (await opened.db.select().from(alarmSignals)).length;
const openAlarms = () => opened.db.select().from(alarms);
const isConnected = async (of = device) =>
  (await opened.db.select().from(devices)).find(({ deviId }) => deviId === of.deviId)?.connected;
const queue = (command: Parameters<typeof queueCommand>[1]['command']) =>
  queueCommand(opened.db, { deviId: device.deviId, command, userId: null, at: new Date(processing.clock.now()) });
const states = async () =>
  (await opened.db.select().from(commands).orderBy(commands.commandId)).map(({ state }) => state);

describe.each([4, 5] as const)('over a broker elsewhere, version %i of the protocol', (version) => {
  test('an alarm is raised for its device, and a repetition raises nothing', async () => {
    const unit = await connect({ version });
    const message = press();
    await unit.send(message);
    await vi.waitFor(async () => expect(await openAlarms()).toMatchObject([{ deviId: device.deviId, metyId: 1 }]));
    await unit.send(message);
    await unit.send(press());
    await vi.waitFor(async () => expect(await signals()).toBe(2));
  });

  test.each([0, 2] as const)('an alarm of QoS %i is raised', async (qos) => {
    await (await connect({ version })).send(press(), { qos });
    await vi.waitFor(async () => expect(await openAlarms()).toHaveLength(1));
  });

  test('what a device sends in the topic of another one is stored for neither, by its last will neither', async () => {
    const foreign = { topic: topicOf(other.identity, 'report'), payload: Buffer.from('{"events":["alarm"]}') };
    const unit = await connect({ version, options: { will: { ...foreign, qos: 1, retain: false } } });
    await unit.send(press(), { of: other.identity, qos: 0 });
    unit.drop();
    await (await connect({ version }, other)).send({ position: { lat: 59.9, lng: 10.7 } });
    await vi.waitFor(async () => expect(await isConnected(other)).toBe(true));
    expect(await openAlarms()).toEqual([]);
  });

  test('a command comes to a connected device alone, and is confirmed by its number', async () => {
    const theirs = await connect({ version }, other);
    await theirs.client.subscribeAsync('varde/#').catch(() => undefined);
    const commandId = await queue({ kind: 'startLearning', seconds: 180 });
    const unit = await connect({ version });
    await unit.send({ poll: true });
    const ref = String(commandId);
    await vi.waitFor(() => expect(unit.commands).toEqual([{ ref, command: { kind: 'startLearning', seconds: 180 } }]));
    expect(unit.topics).toEqual([topicOf(device.identity, 'commands')]);
    await unit.send({ confirmations: [{ ref, ok: true }] }, { name: 'results' });
    await expect.poll(states).toEqual(['confirmed']);
    expect(theirs.commands).toEqual([]);
  });

  test('a setting comes as desired, and is reported in a topic of its own', async () => {
    await queue({ kind: 'writeSettings', values: { fallDownAlert: true } });
    const unit = await connect({ version });
    await unit.send({ poll: true });
    await vi.waitFor(() => expect(unit.topics).toEqual([topicOf(device.identity, 'settings/desired')]));
    await unit.send({ settings: { fallDownAlert: false, tiltAngle: 1e6 } }, { name: 'settings/reported' });
    const reported = new Map([['fallDownAlert', expect.objectContaining({ reported: false })]]);
    await vi.waitFor(async () => expect(await settingsOf(opened.db, device.deviId)).toEqual(reported));
  });

  test('a device is connected until its last will, or until it says that it goes', async () => {
    const unit = await connect({ version });
    await unit.send({ poll: true });
    await vi.waitFor(async () => expect(await isConnected()).toBe(true));
    unit.drop();
    await vi.waitFor(async () => expect(await isConnected()).toBe(false));
    const again = await connect({ version });
    await again.send({ poll: true });
    await vi.waitFor(async () => expect(await isConnected()).toBe(true));
    await again.send('', { name: 'lost' });
    await vi.waitFor(async () => expect(await isConnected()).toBe(false));
  });

  test('a message of 256 kB, what is no message and what comes from strangers stop nothing and are stored nowhere', async () => {
    const long = await connect({ version, options: { clientId: 'long' } });
    await long.send('x'.repeat(256 * 1024), { qos: 0 }).catch(() => undefined);
    const stranger = { deviId: 0, identity: 'unit-3', token: 'not registered' };
    await (await connect({ version }, stranger)).send(press());
    const unit = await connect({ version });
    await unit.send('not json');
    await unit.send({ device: other.identity, events: ['alarm'] });
    await unit.send({ poll: true });
    await vi.waitFor(async () => expect(await isConnected()).toBe(true));
    expect(await opened.db.select().from(transactions)).toEqual([]);
  });

  test('a message that could not be stored is given again by the broker until it is', async () => {
    const { bus } = processing;
    const unit = await connect({ version });
    await unit.send({ poll: true });
    await vi.waitFor(async () => expect(await isConnected()).toBe(true));
    const publish = bus.publishUplink.bind(bus);
    let failures = 0;
    bus.publishUplink = () => {
      failures += 1;
      return Promise.reject(new Error('the database is down'));
    };
    await unit.send(press());
    await vi.waitFor(() => expect(failures).toBeGreaterThan(0));
    bus.publishUplink = publish;
    await vi.waitFor(async () => expect(await openAlarms()).toHaveLength(1));
  });
});

test('a wrong token and another device’s are refused by the broker', async () => {
  for (const token of ['wrong', other.token ?? '']) await expect(connect({ token })).rejects.toThrow('refused');
});

test('a retained message of a former owner is refused, and cleared at the broker', async () => {
  const former = await connect();
  await former.send(press(), { retain: true });
  await vi.waitFor(async () => expect(await signals()).toBe(1)); // when it was new
  await clearTables(opened.db);
  const custId = await createCustomer(opened.db);
  const now = await createDevice(opened.db, { custId, dehaId: 13, identity: device.identity });
  await server.stop();
  await serve('another'); // without a session of its own: it is given what is retained
  await vi.waitFor(async () => {
    await former.send({ poll: true });
    expect(await isConnected(now)).toBe(true);
  });
  expect(await openAlarms()).toEqual([]);
  await former.send(press());
  await vi.waitFor(async () => expect(await signals()).toBe(1));
});

test('messages that come while Varde is away wait at the broker', async () => {
  await (await connect()).send({ poll: true });
  await vi.waitFor(async () => expect(await isConnected()).toBe(true));
  await server.stop();
  await (await connect()).send(press());
  expect(await openAlarms()).toEqual([]);
  await serve();
  await vi.waitFor(async () => expect(await openAlarms()).toHaveLength(1));
});

test('a broker that restarts is found again, and its devices with it', async () => {
  await (await connect()).send({ poll: true });
  await vi.waitFor(async () => expect(await isConnected()).toBe(true));
  await broker.stop();
  await broker.start();
  const unit = await connect();
  await unit.send(press());
  await vi.waitFor(async () => expect(await openAlarms()).toHaveLength(1));
});

test('a device whose identity is taken away is not heard any more, whatever the broker lets through', async () => {
  const unit = await connect();
  await unit.send({ poll: true });
  await vi.waitFor(async () => expect(await isConnected()).toBe(true));
  await removeIdentity(opened.db, device.deviId, { protocol: 'mqtt', identity: device.identity });
  processing.bus.publishIdentityChanged({ protocol: 'mqtt', identity: device.identity });
  await unit.send(press());
  const theirs = await connect({}, other);
  await theirs.send(press());
  await vi.waitFor(async () => expect(await openAlarms()).toMatchObject([{ deviId: other.deviId }]));
});
