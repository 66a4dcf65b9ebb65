import { DeviceSocket } from '@varde/testing/device-socket';
import { createTestGateway, type TestGateway, tokenOf } from '@varde/testing/gateway';
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { MqttConnections } from './mqtt-connections.ts';

/** What a device has sent, and what waits for its turn when the connection ends. */
let gateway: TestGateway;
let port: number;
let accepted: MockInstance<MqttConnections['accept']>;
beforeEach(async () => {
  accepted = vi.spyOn(MqttConnections.prototype, 'accept');
  gateway = createTestGateway();
  port = await gateway.serveMqtt({ limits: { strangersWorkAtOnce: 100, strangersWorkPerSecond: 1 } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await gateway.close();
});

type Version = 4 | 5;
const report = 'varde/v1/unit-1/report';
const publish = (payload: string) =>
  ({ cmd: 'publish', topic: report, payload, qos: 0, dup: false, retain: false }) as const;
const alarm = publish('{"events":["alarm"]}');
const goodbye: Packet = { cmd: 'disconnect' };
const will = { topic: report, payload: Buffer.from('{"events":["fall"]}'), qos: 0, retain: false } as const;
const connectOf = (version: Version, over: Partial<IConnectPacket> = {}): Packet => ({
  ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: version, clean: true, keepalive: 60, clientId: 'x' },
  ...{ username: 'unit-1', password: Buffer.from(tokenOf('unit-1')), ...over },
});
const bytesOf = (protocolVersion: Version, ...packets: Packet[]) =>
  Buffer.concat(packets.map((packet) => generate(packet, { protocolVersion })));
/** The words of the alarms that came. */
const raised = () =>
  gateway.uplinks.flatMap((uplink) =>
    uplink.kind === 'message' ? uplink.report.samples.flatMap(({ events = [] }) => events.map(({ code }) => code)) : [],
  );
const hasEnded = () => vi.waitFor(() => expect(gateway.kinds()).toContain('disconnected'));

/** What the device has sent is read from its socket. */
const hasArrived = (device: DeviceSocket) =>
  vi.waitFor(() => expect(accepted.mock.calls.at(-1)?.[0].bytesRead).toBe(device.socket.bytesWritten));
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};
/** In pieces that begin at these places. */
const cut = (bytes: Buffer, ...places: number[]) =>
  [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));

/** Holds back all logins; returns what lets them go on. */
function holdLogins() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ask = gateway.bus.askSecrets.bind(gateway.bus);
  const asked = vi.spyOn(gateway.bus, 'askSecrets').mockImplementation(async (...whom) => {
    await promise;
    return ask(...whom);
  });
  return { asked: () => vi.waitFor(() => expect(asked).toHaveBeenCalled()), goOn: resolve };
}

async function login(version: Version, over: Partial<IConnectPacket> = {}): Promise<DeviceSocket> {
  const device = await DeviceSocket.connect(port);
  device.send(bytesOf(version, connectOf(version, over)));
  await device.bytes(4); // CONNACK
  return device;
}

/** It sends more signs of life than its share allows, so that these packets behind them are read and wait. */
async function wait(device: DeviceSocket, version: Version, ...packets: Packet[]): Promise<void> {
  let cost = 0;
  vi.spyOn(gateway.clock, 'busy').mockImplementation(() => (cost += 2));
  const flood = Array.from({ length: 400 }, (): Packet => ({ cmd: 'pingreq' }));
  const answered = new Promise<void>((resolve) => {
    const answers = parser({ protocolVersion: version });
    answers.on('packet', ({ cmd }) => cmd === 'pingresp' && resolve());
    device.socket.on('data', (chunk) => answers.parse(chunk));
  });
  device.send(bytesOf(version, ...flood, ...packets));
  await answered;
  expect(raised()).toEqual([]);
}

describe.each([4, 5] as const)('over MQTT, version %i of the protocol', (version) => {
  test.each([
    ['the device closes it', (device: DeviceSocket) => device.socket.end()],
    ['it breaks', (device: DeviceSocket) => device.socket.resetAndDestroy()],
    ['the device is silent for too long', () => undefined],
    ['the device connects anew', () => login(version)],
    ['its credential is withdrawn', () => gateway.bus.publishIdentityChanged({ protocol: 'mqtt', identity: 'unit-1' })],
  ])('an alarm of QoS 0 that waits for its turn when the connection ends is raised: %s', async (_, end) => {
    const device = await login(version, { keepalive: 1 });
    await wait(device, version, publish('{"steps":1}'), alarm);
    await end(device);
    await device.closed;
    await vi.waitFor(() => expect(raised()).toEqual(['alarm']));
  });

  test('an alarm of QoS 0 that is read behind others when the device breaks off is raised', async () => {
    const device = await login(version);
    await wait(device, version);
    device.send(bytesOf(version, publish('{"steps":1}')), bytesOf(version, alarm));
    await hasArrived(device);
    device.socket.resetAndDestroy();
    await vi.waitFor(() => expect(raised()).toEqual(['alarm']));
  });

  test.each([
    ['a second login', bytesOf(version, connectOf(version))],
    ['a packet that is too long', Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])],
    ['what is no packet', Buffer.from([0, 0])],
  ])(
    'an alarm of QoS 0 that waits for its turn when the connection ends is raised, though %s comes behind it',
    async (_, bytes) => {
      const device = await login(version);
      await wait(device, version);
      device.send(bytesOf(version, alarm), bytes);
      await hasArrived(device);
      device.socket.resetAndDestroy();
      await vi.waitFor(() => expect(raised()).toEqual(['alarm']));
    },
  );

  test('a device that has said goodbye before its connection ends leaves no last will, though its packets wait', async () => {
    const device = await login(version, { will });
    await wait(device, version, alarm, goodbye);
    device.socket.end();
    await hasEnded();
    expect(raised()).toEqual(['alarm']);
  });

  test('one that has not leaves it', async () => {
    const device = await login(version, { will });
    await wait(device, version, alarm);
    device.socket.end();
    await hasEnded();
    expect(raised()).toEqual(['alarm', 'fall']);
  });

  /** Its login and its alarm, in the parts in which they are written. */
  const splits: [string, (login: Buffer, alarm: Buffer) => Buffer[]][] = [
    ['in one write', (login, alarm) => [Buffer.concat([login, alarm])]],
    ['in two', (login, alarm) => [login, alarm]],
    ['in three, within both', (login, alarm) => cut(Buffer.concat([login, alarm]), 5, login.length + 7)],
    [
      'byte by byte',
      (login, alarm) => cut(Buffer.concat([login, alarm]), ...Array(login.length + alarm.length).keys()),
    ],
  ];

  describe.each(splits)('an alarm of QoS 0 that comes with its login, %s', (_, split) => {
    test.each([
      ['the device closes it', (device: DeviceSocket) => device.socket.end()],
      ['it breaks', (device: DeviceSocket) => device.socket.resetAndDestroy()],
    ])('is raised when the login is proven after the connection has ended: %s', async (__, end) => {
      const logins = holdLogins();
      const device = await DeviceSocket.connect(port);
      for (const part of split(bytesOf(version, connectOf(version)), bytesOf(version, alarm))) {
        device.send(part);
        await new Promise(setImmediate);
      }
      await hasArrived(device);
      await logins.asked();
      end(device);
      await turns();
      expect(raised()).toEqual([]);
      logins.goOn();
      await vi.waitFor(() => expect(raised()).toEqual(['alarm']));
      await hasEnded();
    });
  });

  test.each([
    ['without an alarm', publish(JSON.stringify({ steps: 1, note: 'x'.repeat(5000) }))],
    ['with alarms, more than is kept of it', publish(JSON.stringify({ events: ['fall'], note: 'x'.repeat(5000) }))],
  ])(
    'an alarm that comes with its login, behind a long report %s, is raised when the login is proven',
    async (_, long) => {
      const logins = holdLogins();
      const device = await DeviceSocket.connect(port);
      device.send(bytesOf(version, connectOf(version), long, alarm));
      await hasArrived(device);
      await logins.asked();
      device.socket.resetAndDestroy();
      await turns();
      logins.goOn();
      await vi.waitFor(() => expect(raised()).toEqual(['alarm']));
    },
  );

  test('a device that hangs up behind each alarm has no more logins than another, and no alarm of it is lost', async () => {
    for (let nth = 0; nth < 30; nth++) {
      const device = await DeviceSocket.connect(port);
      device.send(bytesOf(version, connectOf(version), alarm));
      await hasArrived(device);
      device.socket.resetAndDestroy();
    }
    for (const [seconds, alarms] of [
      [0, 10],
      [5, 15],
      [10, 25],
      [5, 30],
    ] as const) {
      gateway.clock.advance(seconds * 1000);
      await vi.waitFor(() => expect(raised()).toHaveLength(alarms));
    }
  });

  test('an alarm that comes with a wrong login is not raised', async () => {
    const device = await DeviceSocket.connect(port);
    const wrong = connectOf(version, { password: Buffer.from('wrong') });
    device.send(bytesOf(version, wrong, alarm));
    device.socket.end();
    await vi.waitFor(() => expect(gateway.kinds()).toContain('malformed'));
    await new Promise(setImmediate);
    expect(raised()).toEqual([]);
  });
});
