import { connect as connectTls, createSecureContext } from 'node:tls';
import { testAuthority, testCertificate, testKey } from '@varde/testing/certificates';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createTestGateway, type TestGateway, tokenOf } from '@varde/testing/gateway';
import { MqttDevice, type MqttLogin } from '@varde/testing/mqtt-device';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { metrics } from '#platform/log/metrics.ts';

let gateway: TestGateway;
let port: number;
const open: MqttDevice[] = [];
beforeEach(() => {
  gateway = createTestGateway();
});
afterEach(async () => {
  for (const one of open.splice(0)) one.drop();
  await gateway.close();
});

const secureContext = createSecureContext({ cert: testCertificate, key: testKey });
const trusting = { protocol: 'mqtts', ca: testAuthority } as const;
/** Everything but the certificate: for connections from several addresses of this machine. */
const fromAddress = (localAddress: string) => ({ ...trusting, localAddress }) as NonNullable<MqttLogin['options']>;
const press = (sequence = 1) => ({ sequence, events: ['alarm'] });
async function login(identity = 'unit-1', over: Partial<MqttLogin> = {}): Promise<MqttDevice> {
  const device = await MqttDevice.connect({ port, identity, token: tokenOf(identity), ...over });
  open.push(device);
  return device;
}
/** How many connections were refused for this reason so far. */
const refused = async (reason: string) =>
  (await metrics.connectionsRefused.get()).values.find(
    ({ labels }) => labels.protocol === 'mqtt' && labels.reason === reason,
  )?.value ?? 0;
/** Counts those that come from now on. */
async function refusals(reason: string): Promise<() => Promise<number>> {
  const before = await refused(reason);
  return async () => (await refused(reason)) - before;
}
/** The devices of the alarms that came, without their signs of life. */
const alarms = () =>
  gateway.uplinks.flatMap((uplink) =>
    uplink.kind === 'message' && uplink.report.samples.length > 0 ? [uplink.identity] : [],
  );

describe('a port with a certificate', () => {
  beforeEach(async () => {
    port = await gateway.serveMqtt({ secureContext, limits: { loginSeconds: 0.3 } });
  });

  test.each([4, 5] as const)('serves devices that trust it, version %i of the protocol', async (version) => {
    const device = await login('unit-1', { version, options: trusting });
    await device.send(press());
    expect(alarms()).toEqual(['unit-1']);
    device.drop();
    await vi.waitFor(() => expect(gateway.kinds()).toContain('disconnected'));
  });

  test.each([
    ['that nobody it knows has signed', {}, /UNABLE_TO|SELF_SIGNED/],
    ['of another name than it expects', { ca: testAuthority, servername: 'elsewhere.example' }, /ALTNAME/],
  ])('loses a device that is shown a certificate %s, and serves others', async (_, options, why) => {
    const count = await refusals('noLogin');
    const socket = connectTls({ port, host: '127.0.0.1', ...options });
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => socket.once('error', resolve));
    expect(error.code).toMatch(why);
    await vi.waitFor(async () => expect(await count()).toBe(1));
    await (await login('unit-2', { options: trusting })).send(press());
    expect(alarms()).toEqual(['unit-2']);
  });

  test.each([
    ['MQTT without TLS', Buffer.from('101000044d5154540402003c0004756e6974', 'hex')],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a handshake that is none', Buffer.from('160301000501000001ff', 'hex')],
  ])('ends a connection with %s, records and counts it, and serves others', async (_, bytes) => {
    const count = await refusals('noTls');
    const device = await login('unit-1', { options: trusting });
    const plain = await DeviceSocket.connect(port);
    plain.send(bytes);
    await plain.closed;
    await vi.waitFor(async () => expect(await count()).toBe(1));
    expect(gateway.uplinks).toContainEqual(expect.objectContaining({ kind: 'malformed', reason: 'noTls' }));
    await device.send(press());
    expect(alarms()).toEqual(['unit-1']);
  });

  test('ends a handshake that hangs, and one without a login after it', async () => {
    const count = await refusals('noLogin');
    const silent = await DeviceSocket.connect(port);
    const half = await DeviceSocket.connect(port);
    half.send(Buffer.from('1603010200010001fc0303', 'hex')); // the first bytes of a hello
    const shaken = connectTls({ port, host: '127.0.0.1', ca: testAuthority });
    const isShakenClosed = new Promise((resolve) => shaken.once('close', resolve));
    await Promise.all([silent.closed, half.closed, isShakenClosed]);
    await vi.waitFor(async () => expect(await count()).toBe(3));
    await (await login('unit-1', { options: trusting })).send(press());
    expect(alarms()).toEqual(['unit-1']);
  });
});

describe.each([
  ['with TLS', { secureContext }, trusting, 3],
  ['without TLS', {}, {}, 1],
])('strangers of one address, %s,', (_, options, device, cost) => {
  /** So many connections use up the share of the strangers of an address. */
  const few = 5;
  beforeEach(async () => {
    const limits = { strangersWorkPerSecond: 10, strangersWorkAtOnce: few * cost, neighboursWorkAtOnce: 0 };
    port = await gateway.serveMqtt({ ...options, limits });
  });
  const wrong = (n: number) =>
    login(`unit-${n}`, { token: 'wrong', options: device }).catch(({ message }: Error) => message);

  test('wait when their share of the processor is used up, before anything of them is read', async () => {
    const count = await refusals('wrongToken');
    const connected = await login('unit-0', { options: device });
    for (let n = 0; n < few; n++) expect(await wrong(n)).toBe('refused');
    let isAnswered = false;
    const late = wrong(few).then((answer) => {
      isAnswered = true;
      return answer;
    });
    for (let sequence = 0; sequence < 20; sequence++) await connected.send(press(sequence)); // time enough to be answered
    expect([isAnswered, await count()]).toEqual([false, few]);
    gateway.clock.advance(1_000);
    expect(await late).toBe('refused');
    await vi.waitFor(async () => expect(await count()).toBe(few + 1));
  });

  test('that prove to be devices get their share back, and devices that are connected do not wait', async () => {
    const early = await login('unit-0', { options: device });
    for (let n = 1; n < 2 * few; n++) await login(`unit-${n}`, { options: device });
    for (let n = 0; n < few; n++) await wrong(n);
    await early.send(press());
    expect(alarms()).toEqual(['unit-0']);
  });

  test('that wait for too long are refused and counted', async () => {
    const count = await refusals('shareUsedUp');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const sockets = [];
      for (let n = 0; n < few + 1; n++) sockets.push(await DeviceSocket.connect(port));
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(few)); // their time for a login, and that of the last for its turn
      await vi.advanceTimersByTimeAsync(10_000);
      await sockets.at(-1)?.closed;
      expect(await count()).toBe(1);
      expect(sockets.slice(0, few).every(({ socket }) => !socket.closed)).toBe(true);
      for (const { socket } of sockets) socket.destroy();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('strangers of an address with devices, with TLS,', () => {
  const [few, many] = [5, 20];
  const cost = 3;
  beforeEach(async () => {
    const strangers = { strangersWorkPerSecond: 1, strangersWorkAtOnce: few * cost };
    const neighbours = { neighboursWorkPerSecond: 10, neighboursWorkAtOnce: many * cost };
    port = await gateway.serveMqtt({ secureContext, limits: { ...strangers, ...neighbours } });
  });
  const wrong = async (count: number, from = '127.0.0.1') => {
    const tries = Array.from({ length: count }, (_, n) =>
      login(`${from} ${n}`, { token: 'wrong', options: fromAddress(from) }),
    );
    return (await Promise.allSettled(tries)).map(({ status }) => status);
  };
  const known = (n = 0, from = '127.0.0.1') => login(`unit-${n}`, { options: fromAddress(from) });
  /** Whether it is let in, or refused, without any time passing. */
  async function waits(attempt: Promise<unknown>): Promise<boolean> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    attempt.then(over, over);
    await wrong(1, '127.0.0.9'); // time enough to be answered
    return !isOver;
  }

  test('keep no device of it away, known or new, although they try more often than strangers may elsewhere', async () => {
    await known();
    await wrong(few + many - 5);
    await (await known(0)).send(press(1));
    await (await known(1)).send(press(2));
    expect(alarms()).toEqual(['unit-0', 'unit-1']);
  });

  test('wait at an address where no device has been for a day', async () => {
    await known();
    await wrong(few, '127.0.0.2');
    const elsewhere = wrong(1, '127.0.0.2');
    expect(await waits(elsewhere)).toBe(true);
    gateway.clock.advance(24 * 3_600_000);
    await elsewhere;
    await wrong(few);
    const late = wrong(1);
    expect(await waits(late)).toBe(true);
    gateway.clock.advance(10_000);
    await late;
  });

  test('of all such addresses have so much in common beyond the shares of each, and no more', async () => {
    await known(0);
    await known(1, '127.0.0.2');
    await wrong(few + many);
    await wrong(few, '127.0.0.2');
    const late = wrong(1, '127.0.0.2');
    expect(await waits(late)).toBe(true);
    gateway.clock.advance(1_000);
    await late;
  });
});
