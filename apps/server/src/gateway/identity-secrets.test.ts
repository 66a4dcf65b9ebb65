import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Uplink } from '@varde/contract/events';
import type { DeviceSocket } from '@varde/testing/device-socket';
import { createTestGateway, type TestGateway } from '@varde/testing/gateway';
import { sealed, sealedLine } from '@varde/testing/sealed-protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { metrics } from '#platform/log/metrics.ts';

const keys = { 'unit-1': '11'.repeat(16), 'unit-2': '22'.repeat(16) };
const wrongKey = '33'.repeat(16);

let gateway: TestGateway;
let port: number;
/** The requested identities, in order. */
let asked: string[][];
let secrets: Map<string, string>;
let answer: () => Promise<void>;

beforeEach(async () => {
  gateway = createTestGateway();
  asked = [];
  secrets = new Map(Object.entries(keys));
  answer = async () => undefined;
  gateway.bus.onSecretsAsked(async (protocol, identities) => {
    expect(protocol).toBe('eview');
    asked.push([...identities]);
    const found = new Map([...secrets].filter(([identity]) => identities.includes(identity)));
    await answer();
    return found;
  });
  port = await gateway.serve(sealed, { secretRetryMs: 1 });
});
afterEach(() => gateway.close());

/** Answers wait until they are released. */
function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = () => promise;
  return resolve;
}
const seen = (condition: () => void) => vi.waitFor(condition, { interval: 5 });
const openConnections = async () =>
  (await metrics.connections.get()).values.find(({ labels }) => labels.protocol === 'eview')?.value;
const words = () => gateway.uplinks.map((uplink) => ('word' in uplink ? uplink.word : uplink.kind));
const heard = async (device: DeviceSocket, text: string) =>
  expect((await device.bytes(text.length)).toString()).toBe(text);
const resultOf = (uplink: Uplink | undefined) =>
  uplink !== undefined && 'reason' in uplink && 'raw' in uplink
    ? { kind: uplink.kind, reason: uplink.reason, protocol: uplink.protocol }
    : null;
const line = (word: string, identity: keyof typeof keys = 'unit-1', key = keys[identity]) =>
  sealedLine(identity, word, key);

describe('a frame that needs the secret of its identity', () => {
  test('is published and acknowledged, and later messages of the connection follow it', async () => {
    const letGo = holdAnswers();
    const device = await gateway.dial(port);
    device.send(`${line('sos1')}unit-1 =2\n`, line('sos3'));
    await seen(() => expect(asked).toEqual([['unit-1']]));
    await nextTurn();
    expect(words()).toEqual([]);
    device.send(line('4'));
    letGo();
    await heard(device, 'ok sos1\nok 2\nok sos3\nok 4\n');
    expect(words()).toEqual(['sos1', '2', 'sos3', '4']);
  });

  test('delays no other connection while its secret is looked up', async () => {
    const other = await gateway.dial(port);
    other.send(line('1', 'unit-2'));
    await heard(other, 'ok 1\n');
    const letGo = holdAnswers();
    const device = await gateway.dial(port);
    device.send(line('sos1'));
    await seen(() => expect(asked).toHaveLength(2));
    other.send(line('2', 'unit-2'));
    await heard(other, 'ok 1\nok 2\n');
    expect(words()).toEqual(['1', '2']);
    letGo();
    await heard(device, 'ok sos1\n');
  });

  test('is not acknowledged before it is durable', async () => {
    const { promise, resolve } = Promise.withResolvers<'stored'>();
    gateway.judge = () => promise;
    const device = await gateway.dial(port);
    device.send(line('sos1'));
    await seen(() => expect(words()).toEqual(['sos1']));
    expect(device.received).toHaveLength(0);
    resolve('stored');
    await heard(device, 'ok sos1\n');
  });

  test('is published although its connection broke meanwhile, before the end of the connection', async () => {
    const letGo = holdAnswers();
    const device = await gateway.dial(port);
    device.send(line('sos1'));
    await seen(() => expect(asked).toHaveLength(1));
    device.socket.resetAndDestroy();
    await vi.waitFor(async () => expect(await openConnections()).toBe(0), { interval: 5 });
    letGo();
    await seen(() => expect(words()).toEqual(['sos1', 'disconnected']));
  });

  test('is published with later messages although the device has gone meanwhile', async () => {
    const letGo = holdAnswers();
    const device = await gateway.dial(port);
    device.send(line('sos1') + line('sos2'));
    await seen(() => expect(asked).toHaveLength(1));
    device.socket.destroy();
    letGo();
    await seen(() => expect(words()).toEqual(['sos1', 'sos2', 'disconnected']));
  });

  test('is answered on a connection that the device has half-closed', async () => {
    const letGo = holdAnswers();
    const device = await gateway.dial(port);
    device.socket.end(line('sos1'));
    await seen(() => expect(asked).toHaveLength(1));
    letGo();
    await heard(device, 'ok sos1\n');
    await device.closed;
    await seen(() => expect(words()).toEqual(['sos1', 'disconnected']));
  });

  test('waits while the secret cannot be looked up', async () => {
    let failures = 3;
    answer = async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('the database is away');
    };
    const device = await gateway.dial(port);
    device.send(line('sos1'));
    await heard(device, 'ok sos1\n');
    expect(asked).toHaveLength(4);
  });
});

describe('an unknown identity, and one with another secret', () => {
  test('are refused alike, with nothing sent, and the connection continues', async () => {
    const [stranger, impostor] = [await gateway.dial(port), await gateway.dial(port)];
    stranger.send(sealedLine('unit-9', 'sos1', wrongKey));
    await seen(() => expect(gateway.uplinks).toHaveLength(1));
    impostor.send(line('sos1', 'unit-1', wrongKey));
    await seen(() => expect(gateway.uplinks).toHaveLength(2));
    const malformed = { kind: 'malformed', reason: 'wrongSecret', protocol: 'eview' };
    expect(gateway.uplinks.map(resultOf)).toEqual([malformed, malformed]);
    for (const device of [stranger, impostor]) {
      expect(device.received).toHaveLength(0);
      device.send(line('2', 'unit-2'));
      await heard(device, 'ok 2\n');
    }
  });

  test('use the key of no other identity', async () => {
    const device = await gateway.dial(port);
    device.send(line('sos1', 'unit-1', keys['unit-2']));
    await seen(() => expect(gateway.uplinks.map(resultOf)).toMatchObject([{ reason: 'wrongSecret' }]));
  });
});

describe('a cached secret', () => {
  const changed = (identity: string, protocol = 'eview') => gateway.bus.publishIdentityChanged({ protocol, identity });

  test('is requested once, whether it exists or not, until a minute is over', async () => {
    const device = await gateway.dial(port);
    device.send(line('1'), line('2'), sealedLine('unit-9', 'x', wrongKey), sealedLine('unit-9', 'x', wrongKey));
    device.send(line('3'));
    await heard(device, 'ok 1\nok 2\nok 3\n');
    expect(asked).toEqual([['unit-1'], ['unit-9']]);
    gateway.clock.advance(59_999);
    device.send(line('4'));
    await heard(device, 'ok 1\nok 2\nok 3\nok 4\n');
    expect(asked).toHaveLength(2);
    gateway.clock.advance(1);
    device.send(line('5'));
    await heard(device, 'ok 1\nok 2\nok 3\nok 4\nok 5\n');
    expect(asked).toHaveLength(3);
  });

  test('is dropped once it has changed, and the connection that uses it ends', async () => {
    const [device, other] = [await gateway.dial(port), await gateway.dial(port)];
    device.send(line('1'));
    other.send(line('1', 'unit-2'));
    await Promise.all([heard(device, 'ok 1\n'), heard(other, 'ok 1\n')]);
    secrets.set('unit-1', wrongKey);
    changed('unit-1', 'watch'); // another protocol's
    changed('unit-1');
    await device.closed;
    const again = await gateway.dial(port);
    again.send(line('sos2'), line('3', 'unit-1', wrongKey));
    await heard(again, 'ok 3\n');
    other.send(line('2', 'unit-2'));
    await heard(other, 'ok 1\nok 2\n');
    expect(gateway.uplinks.filter(({ kind }) => kind === 'malformed')).toHaveLength(1);
  });

  test('that changed while it was looked up is looked up again', async () => {
    const letGo = holdAnswers();
    const device = await gateway.dial(port);
    device.send(line('sos1', 'unit-1', wrongKey));
    await seen(() => expect(asked).toHaveLength(1));
    secrets.set('unit-1', wrongKey);
    changed('unit-1');
    letGo();
    await heard(device, 'ok sos1\n');
    expect(asked).toEqual([['unit-1'], ['unit-1']]);
  });

  test('is requested in one query at a time, however many connections wait', async () => {
    const running = { now: 0, most: 0 };
    answer = async () => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await nextTurn();
      running.now -= 1;
    };
    const devices = await Promise.all(Array.from({ length: 40 }, () => gateway.dial(port)));
    for (const [index, device] of devices.entries()) device.send(sealedLine(`made-up-${index}`, 'x', wrongKey));
    await seen(() => expect(gateway.uplinks).toHaveLength(40));
    expect(new Set(asked.flat()).size).toBe(40);
    expect(running.most).toBe(1);
  });
});
