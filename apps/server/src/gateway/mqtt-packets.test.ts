import { DeviceSocket } from '@varde/testing/device-socket';
import { createTestGateway, type TestGateway, tokenOf } from '@varde/testing/gateway';
import { MqttDevice } from '@varde/testing/mqtt-device';
import fc from 'fast-check';
import { generate, type IConnackPacket, type Packet, parser } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { metrics } from '#platform/log/metrics.ts';

/** Bytes and packets as no client library sends them. Beside them, one device goes on. */
let gateway: TestGateway;
let port: number;
let healthy: MqttDevice;
let sequence = 0;
beforeEach(async () => {
  gateway = createTestGateway();
  port = await gateway.serveMqtt();
  healthy = await MqttDevice.connect({ port, identity: 'healthy', token: tokenOf('healthy') });
});
afterEach(async () => {
  vi.restoreAllMocks();
  healthy.drop();
  await gateway.close();
});

type Version = 4 | 5;
/** It goes on: its alarm is acknowledged. */
const isWell = () => healthy.send({ sequence: sequence++, events: ['alarm'] });
const stored = (identity: string) =>
  gateway.uplinks.filter((uplink) => uplink.kind === 'message' && uplink.identity === identity);
const unreadable = async () =>
  (await metrics.malformed.get()).values
    .filter(({ labels }) => labels.protocol === 'mqtt')
    .reduce((sum, { value }) => sum + value, 0);

let last = 0;
/** A device that has not connected before. */
const fresh = () => `unit-${last++}`;
const topicOf = (identity: string) => `varde/v1/${identity}/report`;
const bytesOf = (packets: readonly Packet[], protocolVersion: Version) =>
  Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion })));
const namesOf = (count: number) => Array.from({ length: count }, (_, n) => `x/${n}`);
const many = (count: number) => Object.fromEntries(namesOf(count).map((name) => [name, name]));
const connectOf = (identity: string, protocolVersion: Version, over = {}): Packet => ({
  ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion, clean: true, keepalive: 60, clientId: identity },
  ...{ username: identity, password: Buffer.from(tokenOf(identity)), ...over },
});
const publishOf = (identity: string, over = {}): Packet => ({
  ...{ cmd: 'publish', topic: topicOf(identity), payload: '{"events":["alarm"]}', qos: 1, messageId: 7 },
  ...{ dup: false, retain: false, ...over },
});

/** Sends and ends; resolves when the gateway has ended it too. */
async function sendAndEnd(...parts: Uint8Array[]): Promise<void> {
  gateway.clock.advance(1_000); // the share of strangers
  const socket = await DeviceSocket.connect(port);
  socket.send(...parts);
  socket.socket.end();
  await socket.closed;
}

/** Logs in and answers what comes with its packets. */
class RawDevice {
  readonly identity = fresh();
  readonly #version: Version;
  readonly #socket: DeviceSocket;
  readonly #packets: Packet[] = [];
  #look: () => void = () => undefined;

  private constructor(socket: DeviceSocket, version: Version) {
    this.#socket = socket;
    this.#version = version;
    const packets = parser({ protocolVersion: version });
    packets.on('packet', (packet) => {
      this.#packets.push(packet);
      this.#look();
    });
    packets.on('error', () => undefined);
    socket.socket.on('data', (chunk) => packets.parse(chunk));
  }

  static async dial(version: Version): Promise<RawDevice> {
    return new RawDevice(await DeviceSocket.connect(port), version);
  }

  static async login(version: Version): Promise<RawDevice> {
    const device = await RawDevice.dial(version);
    device.send(connectOf(device.identity, version));
    await device.answer('connack');
    return device;
  }

  send(...packets: Packet[]): void {
    this.#socket.send(bytesOf(packets, this.#version));
  }

  sendBytes(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  /** Resolves with the next packet of this kind. */
  async answer(cmd: Packet['cmd']): Promise<Packet> {
    for (;;) {
      const at = this.#packets.findIndex((packet) => packet.cmd === cmd);
      const [found] = at === -1 ? [] : this.#packets.splice(at, 1);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#look = resolve;
      });
    }
  }

  /** How many answers of this kind wait to be looked at. */
  count(cmd: Packet['cmd']): number {
    return this.#packets.filter((packet) => packet.cmd === cmd).length;
  }

  get closed(): Promise<void> {
    return this.#socket.closed;
  }

  drop(): Promise<void> {
    this.#socket.socket.destroy();
    return this.closed;
  }

  end(): Promise<void> {
    this.#socket.socket.end();
    return this.closed;
  }
}

const versions = fc.constantFrom<Version>(4, 5);
const junk = fc.uint8Array({ minLength: 1, maxLength: 200 });
/** Among them the names of members that every object has. */
const topics = fc.constantFrom(
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '', '/', '#', '+', '$SYS/#', 'varde/v1/#'],
  ...['varde/v1/healthy/commands', 'varde/v1/healthy/report', 'x/'.repeat(200), '$share/a/b', '\ud800', 'a\0b'],
);
/** What a device may say after its login, in any order. */
const packets = fc.oneof(
  fc.record({
    cmd: fc.constant('subscribe'),
    messageId: fc.constant(3),
    topics: fc.array(topics, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    cmd: fc.constant('unsubscribe'),
    messageId: fc.constant(4),
    topics: fc.array(topics, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ cmd: fc.constant('publish'), topic: topics, qos: fc.constantFrom(0, 1, 2), retain: fc.boolean() }),
  fc.record({ cmd: fc.constantFrom('puback', 'pubrec', 'pubrel', 'pubcomp'), messageId: fc.nat({ max: 65_535 }) }),
  fc.record({ cmd: fc.constantFrom('pingreq', 'pingresp', 'disconnect', 'connect') }),
);
type Said = typeof packets extends fc.Arbitrary<infer Each> ? Each : never;

function packetOf(said: Said, identity: string, version: Version): Packet {
  if ('topics' in said) {
    if (said.cmd === 'subscribe')
      return {
        cmd: 'subscribe',
        messageId: said.messageId,
        subscriptions: said.topics.map((topic) => ({ topic, qos: 1 })),
      };
    return { cmd: 'unsubscribe', messageId: said.messageId, unsubscriptions: said.topics };
  }
  if ('topic' in said) return publishOf(identity, said);
  if (said.cmd === 'connect') return connectOf(identity, version);
  return said as Packet;
}

describe('the gateway goes on, and another device with it, when a connection sends', () => {
  test('bytes that are no packet', async () => {
    const before = await unreadable();
    await fc.assert(
      fc.asyncProperty(junk, async (bytes) => {
        await sendAndEnd(bytes);
        await isWell();
      }),
      { numRuns: 150 },
    );
    expect(await unreadable()).toBeGreaterThan(before);
  });

  test('a packet that is changed in one byte, so that its lengths and flags lie', async () => {
    const property = fc.asyncProperty(versions, fc.nat(), fc.nat({ max: 255 }), async (version, where, byte) => {
      const identity = fresh();
      const will = { topic: topicOf(identity), payload: Buffer.from('{}'), qos: 1, retain: false };
      const subscriptions = [{ topic: `varde/v1/${identity}/#`, qos: 1 as const }];
      const bytes = bytesOf(
        [
          connectOf(identity, version, { will }),
          { cmd: 'subscribe', messageId: 1, subscriptions },
          publishOf(identity),
          publishOf(identity, { qos: 2, messageId: 8 }),
          { cmd: 'pubrel', messageId: 8 },
          { cmd: 'unsubscribe', messageId: 2, unsubscriptions: [`varde/v1/${identity}/#`] },
        ],
        version,
      );
      bytes[where % bytes.length] = byte;
      await sendAndEnd(bytes);
      await isWell();
    });
    await fc.assert(property, { numRuns: 400 });
  });

  test('a packet that is cut, or whose end comes in pieces', async () => {
    const property = fc.asyncProperty(versions, fc.nat(), fc.boolean(), async (version, where, isWhole) => {
      const identity = fresh();
      const bytes = bytesOf([connectOf(identity, version), publishOf(identity)], version);
      const at = where % bytes.length;
      await sendAndEnd(bytes.subarray(0, at), ...(isWhole ? [bytes.subarray(at)] : []));
      await isWell();
    });
    await fc.assert(property, { numRuns: 150 });
  });

  test('packets in any order, with any topics, after its login', async () => {
    const property = fc.asyncProperty(
      versions,
      fc.array(packets, { minLength: 1, maxLength: 8 }),
      async (version, said) => {
        gateway.clock.advance(1_000);
        const device = await RawDevice.login(version);
        device.send(...said.map((each) => packetOf(each, device.identity, version)));
        await device.end();
        await isWell();
      },
    );
    await fc.assert(property, { numRuns: 300 });
    expect(stored('healthy').length).toBeGreaterThan(300);
  });

  test('junk after its login', async () => {
    const property = fc.asyncProperty(versions, junk, async (version, bytes) => {
      gateway.clock.advance(1_000);
      const device = await RawDevice.login(version);
      device.sendBytes(bytes);
      await device.end();
      await isWell();
    });
    await fc.assert(property, { numRuns: 200 });
  });

  test('payloads of 256 kB, of which none is read', async () => {
    for (const version of [4, 5] as const) {
      const device = await RawDevice.login(version);
      device.send(publishOf(device.identity, { payload: 'x'.repeat(256 * 1024) }));
      await device.closed;
      await isWell();
      expect(stored(device.identity)).toEqual([]);
    }
  });
});

describe.each([4, 5] as const)('version %i of the protocol', (version) => {
  test('a message of QoS 1 that is repeated on its connection is acknowledged each time', async () => {
    const device = await RawDevice.login(version);
    for (const dup of [false, true, true]) {
      device.send(publishOf(device.identity, { dup }));
      expect(await device.answer('puback')).toMatchObject({ messageId: 7 });
    }
    await device.end();
  });

  test('a message of QoS 2 has its four steps, also when one of them comes twice, or none before it', async () => {
    const device = await RawDevice.login(version);
    for (const dup of [false, true]) {
      device.send(publishOf(device.identity, { qos: 2, dup }));
      expect(await device.answer('pubrec')).toMatchObject({ messageId: 7 });
    }
    for (const messageId of [7, 7, 99]) {
      device.send({ cmd: 'pubrel', messageId });
      expect(await device.answer('pubcomp')).toMatchObject({ messageId });
    }
    expect(stored(device.identity)).toHaveLength(2); // which processing recognises as one
    await device.end();
  });

  test('a subscription to the name of a member of JavaScript is refused like that of another device', async () => {
    const device = await RawDevice.login(version);
    const subscriptions = ['__proto__', 'constructor', 'x'].map((topic) => ({ topic, qos: 1 as const }));
    device.send({ cmd: 'subscribe', messageId: 1, subscriptions });
    const refused = version === 4 ? 0x80 : 0x87;
    expect(await device.answer('suback')).toMatchObject({ granted: [refused, refused, refused] });
    device.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['__proto__', 'toString'] });
    expect(await device.answer('unsuback')).toMatchObject({ messageId: 2 });
    await device.end();
    await isWell();
  });
});

test.each([
  ['a session that outlives its connection is told that it has none', 3600, 0],
  ['none is told nothing of it', 0, undefined],
])('with version 5, a device that asks for %s', async (_, sessionExpiryInterval, told) => {
  const device = await RawDevice.dial(5);
  device.send(connectOf(device.identity, 5, { clean: false, properties: { sessionExpiryInterval } }));
  const answer = await device.answer('connack');
  expect(answer).toMatchObject({ reasonCode: 0, sessionPresent: false });
  expect((answer as IConnackPacket).properties?.sessionExpiryInterval).toBe(told);
  await device.end();
});

test.each([
  [
    'user properties as it connects',
    connectOf('unit-greedy', 5, { properties: { userProperties: many(6_500) } }),
    'tooLong',
  ],
  [
    'topics',
    { cmd: 'subscribe', messageId: 1, subscriptions: namesOf(17).map((topic) => ({ topic, qos: 1 })) },
    'tooManyFilters',
  ],
  ['topics to be left', { cmd: 'unsubscribe', messageId: 1, unsubscriptions: namesOf(13_000) }, 'tooLong'],
  [
    'user properties of a message',
    publishOf('unit-greedy', { properties: { userProperties: many(33) } }),
    'tooManyProperties',
  ],
] as [string, Packet, string][])(
  'a connection with too many %s is ended, and recorded, and another is heard',
  async (_, packet, reason) => {
    const device = packet.cmd === 'connect' ? await RawDevice.dial(5) : await RawDevice.login(5);
    device.send(packet);
    await device.closed;
    expect(gateway.uplinks).toContainEqual(expect.objectContaining({ kind: 'malformed', reason }));
    await isWell();
  },
);

test.each([4, 5] as const)(
  'what comes right behind the login is taken when the device is let in, version %i',
  async (version) => {
    const device = await RawDevice.dial(version);
    const messages = Array.from({ length: 100 }, (_, at) => publishOf(device.identity, { messageId: 1 + at }));
    device.send(connectOf(device.identity, version), ...messages);
    for (const { messageId } of messages) expect(await device.answer('puback')).toMatchObject({ messageId });
    await device.end();
  },
);

describe('the time that each packet takes is charged to its device, on all of its connections, and to nobody else:', () => {
  const share = 100;
  beforeEach(async () => {
    port = await gateway.serveMqtt({
      limits: { strangersWorkAtOnce: share, strangersWorkPerSecond: 10, workAtOnce: 1e6 },
    });
    healthy = await MqttDevice.connect({ port, identity: 'healthy', token: tokenOf('healthy') });
  });

  test.each([
    ['signs of life', 'pingresp', () => ({ cmd: 'pingreq' })],
    [
      'subscriptions',
      'suback',
      (messageId) => ({ cmd: 'subscribe', messageId, subscriptions: [{ topic: '#', qos: 1 }] }),
    ],
    ['their ends', 'unsuback', (messageId) => ({ cmd: 'unsubscribe', messageId, unsubscriptions: ['#'] })],
    ['messages', 'puback', (messageId, identity) => publishOf(identity, { messageId, payload: '{"poll":true}' })],
    [
      'signs of its end',
      'puback',
      (messageId, identity) => publishOf(identity, { messageId, topic: `varde/v1/${identity}/lost` }),
    ],
    ['second steps of QoS 2', 'pubcomp', (messageId) => ({ cmd: 'pubrel', messageId })],
  ] as [string, Packet['cmd'], (messageId: number, identity: string) => Packet][])(
    '%s',
    async (_, answer, packetOf) => {
      const device = await RawDevice.login(4);
      let cost = 0;
      vi.spyOn(gateway.clock, 'busy').mockImplementation(() => (cost += 2));
      device.send(...Array.from({ length: 400 }, (_, at) => packetOf(1 + at, device.identity)));
      for (let count = 0; count < 20; count++) await device.answer(answer);
      for (let count = 0; count < 20; count++) await isWell();
      expect(device.count(answer)).toBeLessThan(share);
      gateway.clock.advance(60_000);
      for (let count = 0; count < 50; count++) await device.answer(answer); // more than its share before
      await device.drop();
    },
  );
});

test('of a device that floods a share is taken, the rest waits without an acknowledgement, and another is heard', async () => {
  port = await gateway.serveMqtt({ limits: { workAtOnce: 5, workPerSecond: 1 } }); // a hundred messages, and twenty a second
  const device = await RawDevice.login(4);
  const { identity } = device;
  const flood = Array.from({ length: 400 }, (_, at) =>
    publishOf(identity, { messageId: 1 + at, payload: `{"sequence":${at},"battery":{"level":50}}` }),
  );
  device.send(...flood);
  await device.answer('puback');
  const other = await MqttDevice.connect({ port, identity: 'unit-other', token: tokenOf('unit-other') });
  await other.send({ sequence: 1, events: ['alarm'] });
  const atFirst = stored(identity).length;
  expect(atFirst).toBeGreaterThan(50);
  expect(atFirst).toBeLessThan(120);
  gateway.clock.advance(60_000);
  await vi.waitFor(() => expect(stored(identity).length).toBeGreaterThan(atFirst));
  other.drop();
  await device.end();
});

test('of a device with many connections the newest ten stay, and are heard', async () => {
  const devices: MqttDevice[] = [];
  const identity = fresh();
  for (let n = 0; n < 12; n++) {
    gateway.clock.advance(1_000);
    const options = { clientId: `${n}` };
    devices.push(await MqttDevice.dial({ port, identity, token: tokenOf(identity), options }));
  }
  await Promise.all(devices.slice(0, 2).map(({ closed }) => closed));
  for (const device of devices.slice(2)) await device.send({ sequence: sequence++, events: ['alarm'] });
  gateway.bus.publishIdentityChanged({ protocol: 'mqtt', identity });
  await Promise.all(devices.map(({ closed }) => closed));
});

test('a device that reconnects a thousand times a second is slowed down and counted, and another is heard meanwhile', async () => {
  const refused = async () =>
    (await metrics.connectionsRefused.get()).values.find(
      ({ labels }) => labels.protocol === 'mqtt' && labels.reason === 'tooManyLogins',
    )?.value ?? 0;
  const before = await refused();
  const identity = fresh();
  const attempt = async (n: number) => {
    const socket = await DeviceSocket.connect(port);
    socket.send(bytesOf([connectOf(identity, 4, { clientId: `${n}` }), publishOf(identity)], 4));
    return socket;
  };
  const sockets: DeviceSocket[] = [];
  for (let n = 0; n < 1_000; n += 50) {
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => attempt(n + at)))));
    gateway.clock.advance(50);
    await isWell();
  }
  gateway.clock.advance(5_000); // the share of those that still wait to be read
  await vi.waitFor(async () => expect((await refused()) - before).toBeGreaterThan(900));
  expect(stored(identity).length).toBeLessThan(50);
  for (const { socket } of sockets) socket.destroy();
  await isWell();
});
