import { mqtt } from '@varde/protocols/open/index';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
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

let opened: OpenDatabase;
let processing: TestProcessing;
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
  const { bus, clock } = processing;
  const log = createLog({ level: 'silent' });
  server = createGateway(mqtt, { gatewayId: 'test', bus, clock, log, port: 0, host: '127.0.0.1' });
  await server.start();
});
afterEach(async () => {
  for (const one of open.splice(0)) one.drop();
  await server.stop();
  await processing.runner.stop();
});

const loginOf = ({ identity, token }: TestDevice, over: Partial<MqttLogin> = {}): MqttLogin => ({
  ...{ port: server.port(), identity, token: token ?? '' },
  ...over,
});
async function connect(over: Partial<MqttLogin> = {}, of = device): Promise<MqttDevice> {
  const connected = await MqttDevice.connect(loginOf(of, over));
  open.push(connected);
  return connected;
}
const press = () => ({ time: new Date(processing.clock.now()).toISOString(), events: ['alarm'] });
const openAlarms = () => opened.db.select().from(alarms);
const isConnected = async (of = device) =>
  (await opened.db.select().from(devices)).find(({ deviId }) => deviId === of.deviId)?.connected;
const queue = (command: Parameters<typeof queueCommand>[1]['command']) =>
  queueCommand(opened.db, { deviId: device.deviId, command, userId: null, at: new Date(processing.clock.now()) });
const states = async () =>
  (await opened.db.select().from(commands).orderBy(commands.commandId)).map(({ state }) => state);

describe.each([4, 5] as const)('over MQTT, version %i of the protocol', (version) => {
  test('an alarm is acknowledged only when it is stored, and is raised for its device then', async () => {
    const { bus } = processing;
    const committed = Promise.withResolvers<void>();
    const isReached = Promise.withResolvers<void>();
    const unit = await connect({ version });
    const publish = bus.publishUplink.bind(bus);
    bus.publishUplink = async (uplink) => {
      const verdict = await publish(uplink);
      isReached.resolve();
      await committed.promise;
      return verdict;
    };
    let isAcknowledged = false;
    const sent = unit.send(press()).then(() => {
      isAcknowledged = true;
    });
    await isReached.promise;
    await unit.client.subscribeAsync('varde/v1/unit-1/+'); // whatever came before it has been read
    expect(isAcknowledged).toBe(false);
    expect(await openAlarms()).toMatchObject([{ deviId: device.deviId, metyId: 1, state: 'open' }]);
    committed.resolve();
    await sent;
  });

  test.each([1, 2] as const)('a message of QoS %i that is repeated is acknowledged and raises nothing', async (qos) => {
    const unit = await connect({ version });
    const message = press();
    await unit.send(message, { qos });
    processing.clock.advance(10_000);
    await unit.send(message, { qos });
    expect(await opened.db.select().from(alarmSignals)).toHaveLength(1);
    await unit.send(press(), { qos });
    expect(await openAlarms()).toHaveLength(1);
    expect(await opened.db.select().from(alarmSignals)).toHaveLength(2);
  });

  test('an alarm of QoS 0 is raised', async () => {
    const unit = await connect({ version });
    await unit.send(press(), { qos: 0 });
    await vi.waitFor(async () => expect(await openAlarms()).toHaveLength(1));
  });

  test('a wrong token, another device’s, none and an unknown identity are refused alike', async () => {
    const refused = [{ token: 'wrong' }, { token: other.token ?? '' }, { token: '' }, { identity: 'nobody' }];
    for (const over of refused) await expect(connect({ version, ...over })).rejects.toThrow('refused');
    expect(await opened.db.select().from(transactions)).toEqual([]);
    await connect({ version });
  });

  test('a position belongs to its own device, and to no other', async () => {
    const unit = await connect({ version });
    await unit.send({ position: { lat: 59.9139, lng: 10.7522 } });
    const places = await opened.db.select({ deviId: devices.deviId, posLati: devices.posLati }).from(devices);
    expect(places).toContainEqual({ deviId: device.deviId, posLati: 59.9139 });
    expect(places).toContainEqual({ deviId: other.deviId, posLati: null });
  });

  test('what a device sends in the topic of another one is stored for neither', async () => {
    const unit = await connect({ version });
    await expect(unit.send(press(), { of: other.identity })).rejects.toThrow();
    expect(await openAlarms()).toEqual([]);
  });

  test('a device hears its own commands alone, also with a wildcard', async () => {
    const theirs = await connect({ version }, other);
    const others = ['#', 'varde/#', 'varde/v1/+/commands', 'varde/v1/unit-1/commands', '$SYS/#'];
    for (const filter of [...others, 'varde/v1/unit-2/report', 'varde/v1/unit-2/x'])
      await expect(theirs.client.subscribeAsync(filter)).rejects.toThrow();
    const unit = await connect({ version });
    await queue({ kind: 'syncSensors' });
    await unit.send({ poll: true });
    await vi.waitFor(() => expect(unit.commands).toHaveLength(1));
    expect(theirs.commands).toEqual([]);
  });

  test('a command comes to a connected device, and is confirmed by its number', async () => {
    const unit = await connect({ version });
    const commandId = await queue({ kind: 'startLearning', seconds: 180 });
    await unit.send({ poll: true });
    const ref = String(commandId);
    await vi.waitFor(() => expect(unit.commands).toEqual([{ ref, command: { kind: 'startLearning', seconds: 180 } }]));
    expect(unit.topics).toEqual(['varde/v1/unit-1/commands']);
    await expect.poll(states).toEqual(['sent']);
    await unit.send({ confirmations: [{ ref, ok: true }] }, { name: 'results' });
    expect(await states()).toEqual(['confirmed']);
  });

  test('a setting comes as desired, and is reported in a topic of its own', async () => {
    const commandId = await queue({ kind: 'writeSettings', values: { fallDownAlert: true } });
    const unit = await connect({ version }); // within reach as soon as it listens
    const command = { kind: 'writeSettings', values: { fallDownAlert: true } };
    await vi.waitFor(() => expect(unit.commands).toEqual([{ ref: String(commandId), command }]));
    expect(unit.topics).toEqual(['varde/v1/unit-1/settings/desired']);
    await unit.send({ settings: { fallDownAlert: false, tiltAngle: 1e6 } }, { name: 'settings/reported' });
    expect(await settingsOf(opened.db, device.deviId)).toEqual(
      new Map([['fallDownAlert', expect.objectContaining({ reported: false })]]),
    );
  });

  test('a device is connected while it listens, and not when it has gone without a word', async () => {
    const unit = await connect({ version });
    await vi.waitFor(async () => expect(await isConnected()).toBe(true));
    expect(await opened.db.select().from(transactions)).toEqual([]);
    unit.drop();
    await vi.waitFor(async () => expect(await isConnected()).toBe(false));
  });

  test('a last will with an alarm is raised when the connection is lost, and not when the device says goodbye', async () => {
    const will = {
      topic: 'varde/v1/unit-1/report',
      payload: Buffer.from('{"events":["alarm"]}'),
      qos: 1,
      retain: true,
    };
    const options = { will: { ...will, qos: 1 as const } };
    await (await connect({ version, options })).close();
    await vi.waitFor(async () => expect(await isConnected()).toBe(false));
    expect(await openAlarms()).toEqual([]);
    const unit = await connect({ version, options });
    await vi.waitFor(async () => expect(await isConnected()).toBe(true));
    unit.drop();
    await vi.waitFor(async () => expect(await openAlarms()).toHaveLength(1));
    await vi.waitFor(async () => expect(await isConnected()).toBe(false));
  });

  test('a last will in the topic of another device is no way to speak for it', async () => {
    const will = {
      topic: 'varde/v1/unit-2/report',
      payload: Buffer.from('{"events":["alarm"]}'),
      qos: 1,
      retain: false,
    };
    await expect(connect({ version, options: { will: { ...will, qos: 1 } } })).rejects.toThrow();
    expect(await openAlarms()).toEqual([]);
  });

  test('retained messages are taken once, and given to nobody later', async () => {
    const unit = await connect({ version });
    await unit.send(press(), { retain: true });
    await unit.client.subscribeAsync('varde/v1/unit-1/#');
    await unit.send({ poll: true });
    expect(unit.topics).toEqual([]);
  });

  test('a message of 256 kB ends its connection before it is read', async () => {
    const unit = await connect({ version });
    await expect(unit.send('x'.repeat(256 * 1024))).rejects.toThrow();
    expect(await opened.db.select().from(transactions)).toEqual([]);
    await (await connect({ version })).send(press());
    expect(await openAlarms()).toHaveLength(1);
  });

  test('what is no message is acknowledged, recorded and stored nowhere else', async () => {
    const unit = await connect({ version });
    await unit.send('not json');
    await unit.send({ device: 'unit-2', events: ['alarm'] });
    await unit.send(Buffer.from([0, 255, 254]));
    expect(await openAlarms()).toEqual([]);
    await unit.send(press());
    expect(await openAlarms()).toHaveLength(1);
  });

  test('a device whose token is taken away is sent away, and does not come back', async () => {
    const unit = await connect({ version });
    await unit.send({ poll: true });
    await removeIdentity(opened.db, device.deviId, { protocol: 'mqtt', identity: 'unit-1' });
    processing.bus.publishIdentityChanged({ protocol: 'mqtt', identity: 'unit-1' });
    await unit.closed;
    await expect(connect({ version })).rejects.toThrow('refused');
  });

  test('a message that could not be stored is not acknowledged, and its device can repeat it on a new connection', async () => {
    const { bus } = processing;
    const unit = await connect({ version });
    await vi.waitFor(async () => expect(await isConnected()).toBe(true));
    const publish = bus.publishUplink.bind(bus);
    bus.publishUplink = () => Promise.reject(new Error('the database is down'));
    const message = press();
    await expect(unit.send(message)).rejects.toThrow('closed');
    bus.publishUplink = publish;
    const again = await connect({ version });
    await again.send(message);
    expect(await openAlarms()).toHaveLength(1);
  });

  test('a message of QoS 0 that could not be stored is kept, and its device stays connected', async () => {
    const { bus } = processing;
    const unit = await connect({ version });
    await vi.waitFor(async () => expect(await isConnected()).toBe(true));
    const publish = bus.publishUplink.bind(bus);
    const isTriedTwiceMore = Promise.withResolvers<void>(); // more than a second later, when it would have been sent away
    let tries = 0;
    bus.publishUplink = () => {
      tries += 1;
      if (tries === 3) isTriedTwiceMore.resolve();
      return Promise.reject(new Error('the database is down'));
    };
    await unit.send(press(), { qos: 0 });
    await isTriedTwiceMore.promise;
    bus.publishUplink = publish;
    await unit.send({ poll: true });
    await vi.waitFor(async () => expect(await openAlarms()).toHaveLength(1));
  });
});

test('another device cannot end a connection by using its client id', async () => {
  const unit = await connect();
  await connect({ options: { clientId: 'unit-1' } }, other);
  await unit.send(press());
  expect(await openAlarms()).toHaveLength(1);
});

test('the same device is heard on its newest connection, and the former one is closed', async () => {
  const before = await connect();
  const now = await connect();
  await before.closed;
  await now.send(press());
  expect(await openAlarms()).toHaveLength(1);
  expect(await isConnected()).toBe(true);
});

test('two units with one credential are a contest: commands go to neither, and alarms of both are raised', async () => {
  const [one, two] = [await connect({ options: { clientId: 'a' } }), await connect({ options: { clientId: 'b' } })];
  await one.send({ poll: true });
  await two.send({ poll: true });
  processing.clock.advance(5_000);
  await one.send({ poll: true });
  await queue({ kind: 'syncSensors' });
  await one.send(press());
  processing.clock.advance(1_000);
  await two.send(press());
  expect(await opened.db.select().from(alarmSignals)).toHaveLength(2);
  expect([...one.commands, ...two.commands]).toEqual([]);
});

test('bytes that are no MQTT end their connection, and others are heard', async () => {
  const { DeviceSocket } = await import('@varde/testing/device-socket');
  for (const bytes of ['GET / HTTP/1.1\r\n\r\n', '\x16\x03\x01\x02', '\xff\xff\xff\xff\xff\xff', '\x30\x02\x00\x00']) {
    const socket = await DeviceSocket.connect(server.port());
    socket.send(Buffer.from(bytes, 'latin1'));
    await socket.closed;
  }
  await (await connect()).send(press());
  expect(await openAlarms()).toHaveLength(1);
});

test('a device that connects again all the time waits for its turn, and others do not', async () => {
  for (let n = 0; n < 10; n++) (await MqttDevice.dial(loginOf(device))).drop();
  const late = MqttDevice.dial(loginOf(device));
  const quick = await connect({}, other);
  await quick.send(press());
  let isIn = false;
  void late.then(() => {
    isIn = true;
  });
  await quick.send({ poll: true });
  expect(isIn).toBe(false);
  processing.clock.advance(2_000);
  open.push(await late);
});

test('an alarm that comes while the gateway stops is not acknowledged', async () => {
  const { bus } = processing;
  const committed = Promise.withResolvers<void>();
  const isReached = Promise.withResolvers<void>();
  const unit = await connect();
  await vi.waitFor(async () => expect(await isConnected()).toBe(true));
  const publish = bus.publishUplink.bind(bus);
  bus.publishUplink = async (uplink) => {
    if (uplink.kind === 'message') isReached.resolve();
    await committed.promise;
    return publish(uplink);
  };
  const first = unit.send(press());
  await isReached.promise;
  const stopped = server.stop();
  const late = expect(unit.send({ ...press(), sequence: 2 })).rejects.toThrow('closed');
  await unit.client.subscribeAsync('varde/v1/unit-1/+'); // whatever came before it has been read
  committed.resolve();
  await first;
  await late;
  await stopped;
  expect(await opened.db.select().from(alarmSignals)).toHaveLength(1);
});

test('a device with more messages than may wait is sent away, and others are heard', async () => {
  const { bus } = processing;
  const committed = Promise.withResolvers<void>();
  const unit = await connect();
  const publish = bus.publishUplink.bind(bus);
  bus.publishUplink = async (uplink) => {
    if (uplink.kind === 'message' && uplink.identity === 'unit-1') await committed.promise;
    return publish(uplink);
  };
  for (let sequence = 0; sequence < 120; sequence++) {
    unit.send({ sequence, filler: 'x'.repeat(60_000) }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 1)); // one by one, or the broker stops to read
  }
  await unit.closed;
  await (await connect({}, other)).send(press());
  expect(await openAlarms()).toHaveLength(1);
  committed.resolve();
});

test('a device that sends packets without a message all the time is sent away', async () => {
  const unit = await connect();
  unit.client.stream.write(Buffer.alloc(20_000, Buffer.from([0xc0, 0]))); // PINGREQ
  await unit.closed;
});

test('of a device that connects again all the time, only some connections wait', async () => {
  const dials = Array.from({ length: 35 }, async (_, n) => {
    const dialled = await MqttDevice.dial(loginOf(device, { options: { clientId: `${n}` } }));
    open.push(dialled);
    return dialled.closed;
  });
  expect(await Promise.race(dials.map((dial) => dial.catch(({ message }) => message)))).toBe('refused');
});
