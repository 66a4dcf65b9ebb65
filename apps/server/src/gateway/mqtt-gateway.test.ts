import { DeviceSocket } from '@varde/testing/device-socket';
import { MqttDevice } from '@varde/testing/mqtt-device';
import { MqttSite } from '@varde/testing/mqtt-site';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeIdentity } from '#domain/devices/identities.ts';
import { malformedFrames } from '#domain/devices/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

/** What the embedded broker promises beside that which any does (mqtt-promises.test.ts). */
let opened: OpenDatabase;
let site: MqttSite;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  site = await MqttSite.start(opened.db, 'inside');
});
afterEach(() => site.close());

describe.each([4, 5] as const)('over MQTT, version %i of the protocol', (version) => {
  test('an alarm is acknowledged only when it is stored, and is raised for its device then', async () => {
    const { bus } = site.processing;
    const committed = Promise.withResolvers<void>();
    const isReached = Promise.withResolvers<void>();
    const unit = await site.connect({ version });
    const publish = bus.publishUplink.bind(bus);
    bus.publishUplink = async (uplink) => {
      const verdict = await publish(uplink);
      isReached.resolve();
      await committed.promise;
      return verdict;
    };
    let isAcknowledged = false;
    const sent = unit.send(site.press()).then(() => {
      isAcknowledged = true;
    });
    await isReached.promise;
    await unit.client.subscribeAsync('varde/v1/unit-1/+'); // whatever came before it has been read
    expect(isAcknowledged).toBe(false);
    expect(await site.openAlarms()).toMatchObject([{ deviId: site.device.deviId, metyId: 1, state: 'open' }]);
    committed.resolve();
    await sent;
  });

  test('a device hears its own commands alone, also with a wildcard', async () => {
    const theirs = await site.connect({ version }, site.other);
    const others = ['#', 'varde/#', 'varde/v1/+/commands', 'varde/v1/unit-1/commands', '$SYS/#'];
    for (const filter of [...others, 'varde/v1/unit-2/report', 'varde/v1/unit-2/x'])
      await expect(theirs.client.subscribeAsync(filter)).rejects.toThrow();
    const unit = await site.connect({ version });
    await site.queue({ kind: 'syncSensors' });
    await unit.send({ poll: true });
    await vi.waitFor(() => expect(unit.commands).toHaveLength(1));
    expect(theirs.commands).toEqual([]);
  });

  test('a device is connected and gets its command while it listens, and not when it has gone without a word', async () => {
    await site.queue({ kind: 'syncSensors' });
    const unit = await site.connect({ version });
    await vi.waitFor(() => expect(unit.commands).toHaveLength(1));
    expect(await site.isConnected()).toBe(true);
    await vi.waitFor(async () =>
      expect(await site.stored()).toMatchObject([
        { direction: 'O', tranSource: 8, word: 'commands', detail: { command: 'syncSensors' } },
      ]),
    );
    unit.drop();
    await vi.waitFor(async () => expect(await site.isConnected()).toBe(false));
  });

  test('a last will with an alarm is raised when the connection is lost, and not when the device says goodbye', async () => {
    const will = {
      topic: 'varde/v1/unit-1/report',
      payload: Buffer.from('{"events":["alarm"]}'),
      qos: 1,
      retain: true,
    };
    const options = { will: { ...will, qos: 1 as const } };
    await (await site.connect({ version, options })).close();
    await vi.waitFor(async () => expect(await site.isConnected()).toBe(false));
    expect(await site.openAlarms()).toEqual([]);
    const unit = await site.connect({ version, options });
    await vi.waitFor(async () => expect(await site.isConnected()).toBe(true));
    unit.drop();
    await vi.waitFor(async () => expect(await site.openAlarms()).toHaveLength(1));
    await vi.waitFor(async () => expect(await site.isConnected()).toBe(false));
  });

  test.each([
    ['of another device', 'varde/v1/unit-2/report'],
    ['of no device', 'tele/unit-1/LWT'],
  ])(
    'a last will in a topic %s is given to nobody, is recorded, and keeps its device from no alarm',
    async (_, topic) => {
      const will = { topic, payload: Buffer.from('{"events":["alarm"]}'), qos: 1 as const, retain: true };
      const unit = await site.connect({ version, options: { will } });
      await unit.send(site.press());
      expect(await site.openAlarms()).toMatchObject([{ deviId: site.device.deviId }]);
      unit.drop();
      await vi.waitFor(async () => expect(await site.isConnected()).toBe(false));
      await (await site.connect({}, site.other)).send({ poll: true });
      expect(await site.openAlarms()).toMatchObject([{ deviId: site.device.deviId }]);
      const recorded = await opened.db.select().from(malformedFrames);
      expect(recorded).toContainEqual(expect.objectContaining({ reason: 'foreignWill', identity: 'unit-1' }));
    },
  );

  test.each(['varde/v1/unit-1/alarm', 'varde/unit-1/report', 'tele/unit-1/STATE'])(
    'an alarm in the topic %s, which is of no device, is that of its sender; anything else there ends no connection',
    async (topic) => {
      const unit = await site.connect({ version });
      const said = (text: string) => unit.client.publishAsync(topic, text, { qos: 1 }).catch(() => undefined);
      await said('{"Uptime":"0T00:00:10"}');
      await said('Online');
      expect(await site.openAlarms()).toEqual([]);
      await said('{"events":["alarm"]}');
      expect(await site.openAlarms()).toMatchObject([{ deviId: site.device.deviId }]);
      await unit.send(site.press());
      const recorded = await opened.db.select().from(malformedFrames);
      expect(recorded).toContainEqual(expect.objectContaining({ reason: 'foreignTopic', identity: 'unit-1' }));
    },
  );

  test('a message of 256 kB ends its connection before it is read', async () => {
    const unit = await site.connect({ version });
    await expect(unit.send('x'.repeat(256 * 1024))).rejects.toThrow();
    expect(await site.stored()).toEqual([]);
    await (await site.connect({ version })).send(site.press());
    expect(await site.openAlarms()).toHaveLength(1);
  });

  test('what is no message is acknowledged, recorded and stored nowhere else', async () => {
    const unit = await site.connect({ version });
    await unit.send('not json');
    await unit.send({ device: 'unit-2', events: ['alarm'] });
    await unit.send(Buffer.from([0, 255, 254]));
    expect(await site.openAlarms()).toEqual([]);
    await unit.send(site.press());
    expect(await site.openAlarms()).toHaveLength(1);
  });

  test('a device whose token is taken away is sent away, and does not come back', async () => {
    const unit = await site.connect({ version });
    await unit.send({ poll: true });
    await removeIdentity(opened.db, site.device.deviId, { protocol: 'mqtt', identity: 'unit-1' });
    site.processing.bus.publishIdentityChanged({ protocol: 'mqtt', identity: 'unit-1' });
    await unit.closed;
    await expect(site.connect({ version })).rejects.toThrow('refused');
  });

  test('a message that could not be stored is not acknowledged, and its device can repeat it on a new connection', async () => {
    const { bus } = site.processing;
    const unit = await site.connect({ version });
    await vi.waitFor(async () => expect(await site.isConnected()).toBe(true));
    const publish = bus.publishUplink.bind(bus);
    bus.publishUplink = () => Promise.reject(new Error('the database is down'));
    const message = site.press();
    await expect(unit.send(message)).rejects.toThrow('closed');
    bus.publishUplink = publish;
    const again = await site.connect({ version });
    await again.send(message);
    expect(await site.openAlarms()).toHaveLength(1);
  });

  test('a message of QoS 0 that could not be stored is kept, and its device stays connected', async () => {
    const { bus } = site.processing;
    const unit = await site.connect({ version });
    await vi.waitFor(async () => expect(await site.isConnected()).toBe(true));
    const publish = bus.publishUplink.bind(bus);
    const isTriedTwiceMore = Promise.withResolvers<void>(); // more than a second later, when it would have been sent away
    let tries = 0;
    bus.publishUplink = () => {
      tries += 1;
      if (tries === 3) isTriedTwiceMore.resolve();
      return Promise.reject(new Error('the database is down'));
    };
    await unit.send(site.press(), { qos: 0 });
    await isTriedTwiceMore.promise;
    bus.publishUplink = publish;
    await unit.send({ poll: true });
    await vi.waitFor(async () => expect(await site.openAlarms()).toHaveLength(1));
  });
});

test('a command that is longer than its device takes is not sent to it, and fails; a shorter one comes', async () => {
  const takes = (maximumPacketSize: number) => ({
    version: 5 as const,
    options: { properties: { maximumPacketSize } },
  });
  const narrow = await site.connect(takes(80));
  await site.queue({ kind: 'writeSettings', values: { fallDownAlert: true } });
  await narrow.send({ poll: true });
  await expect.poll(() => site.states()).toEqual(['failed']);
  expect(narrow.commands).toEqual([]);
  await narrow.close();
  const wide = await site.connect(takes(200));
  await site.queue({ kind: 'writeSettings', values: { fallDownAlert: true } });
  await wide.send({ poll: true });
  await vi.waitFor(() => expect(wide.commands).toHaveLength(1));
});

test('another device cannot end a connection by using its client id', async () => {
  const unit = await site.connect();
  await site.connect({ options: { clientId: 'unit-1' } }, site.other);
  await unit.send(site.press());
  expect(await site.openAlarms()).toHaveLength(1);
});

test('the same device is heard on its newest connection, and the former one is closed', async () => {
  const before = await site.connect();
  const now = await site.connect();
  await before.closed;
  await now.send(site.press());
  expect(await site.openAlarms()).toHaveLength(1);
  expect(await site.isConnected()).toBe(true);
});

test('two units with one credential are a contest: commands go to neither, and alarms of both are raised', async () => {
  const [one, two] = [
    await site.connect({ options: { clientId: 'a' } }),
    await site.connect({ options: { clientId: 'b' } }),
  ];
  await one.send({ poll: true });
  await two.send({ poll: true });
  site.processing.clock.advance(5_000);
  await one.send({ poll: true });
  await site.queue({ kind: 'syncSensors' });
  await one.send(site.press());
  site.processing.clock.advance(1_000);
  await two.send(site.press());
  expect(await site.signals()).toBe(2);
  expect([...one.commands, ...two.commands]).toEqual([]);
});

test('bytes that are no MQTT end their connection, and others are heard', async () => {
  for (const bytes of ['GET / HTTP/1.1\r\n\r\n', '\x16\x03\x01\x02', '\xff\xff\xff\xff\xff\xff', '\x30\x02\x00\x00']) {
    const socket = await DeviceSocket.connect(site.port);
    socket.send(Buffer.from(bytes, 'latin1'));
    await socket.closed;
  }
  await (await site.connect()).send(site.press());
  expect(await site.openAlarms()).toHaveLength(1);
});

test('a device that connects again all the time waits for its turn, and others do not', async () => {
  for (let n = 0; n < 10; n++) (await MqttDevice.dial(site.loginOf(site.device))).drop();
  const late = MqttDevice.dial(site.loginOf(site.device));
  const quick = await site.connect({}, site.other);
  await quick.send({ poll: true });
  let isIn = false;
  void late.then(() => {
    isIn = true;
  });
  await quick.send({ poll: true });
  expect(isIn).toBe(false);
  site.processing.clock.advance(2_000);
  site.keep(await late);
});

test('an alarm that comes while the gateway stops is not acknowledged', async () => {
  const { bus } = site.processing;
  const committed = Promise.withResolvers<void>();
  const isReached = Promise.withResolvers<void>();
  const unit = await site.connect();
  await vi.waitFor(async () => expect(await site.isConnected()).toBe(true));
  const publish = bus.publishUplink.bind(bus);
  bus.publishUplink = async (uplink) => {
    if (uplink.kind === 'message') isReached.resolve();
    await committed.promise;
    return publish(uplink);
  };
  const first = unit.send(site.press());
  await isReached.promise;
  const stopped = site.server.stop();
  const late = expect(unit.send({ ...site.press(), sequence: 2 })).rejects.toThrow('closed');
  await unit.client.subscribeAsync('varde/v1/unit-1/+'); // whatever came before it has been read
  committed.resolve();
  await first;
  await late;
  await stopped;
  expect(await site.signals()).toBe(1);
});

test('a device with more messages than may wait is sent away, and others are heard', async () => {
  const { bus } = site.processing;
  const committed = Promise.withResolvers<void>();
  const unit = await site.connect();
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
  await (await site.connect({}, site.other)).send(site.press());
  expect(await site.openAlarms()).toHaveLength(1);
  committed.resolve();
});

test.each([0, 1] as const)(
  'the alarm of QoS %i with which a device has more than may wait is raised all the same',
  async (qos) => {
    await site.server.stop();
    await site.serve({ limits: { workAtOnce: 0 } }); // nothing is taken while it is connected
    const unit = await site.connect();
    for (let sequence = 0; sequence < 18; sequence++) {
      unit.send({ sequence, filler: 'x'.repeat(60_000) }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 1)); // one by one, or the broker stops to read
    }
    unit.send(site.press(), { qos }).catch(() => undefined);
    await unit.closed;
    await vi.waitFor(async () => expect(await site.openAlarms()).toMatchObject([{ deviId: site.device.deviId }]));
  },
);

test('a device that sends packets without a message all the time is sent away', async () => {
  const unit = await site.connect();
  unit.client.stream.write(Buffer.alloc(20_000, Buffer.from([0xc0, 0]))); // PINGREQ
  await unit.closed;
});

test('of a device that connects again all the time, only some connections wait', async () => {
  const dials = Array.from({ length: 35 }, async (_, n) => {
    const dialled = await MqttDevice.dial(site.loginOf(site.device, { options: { clientId: `${n}` } }));
    site.keep(dialled);
    return dialled.closed;
  });
  expect(await Promise.race(dials.map((dial) => dial.catch(({ message }) => message)))).toBe('refused');
});
