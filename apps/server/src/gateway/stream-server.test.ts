import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { buildFrame, type DataItem, eview } from '@varde/protocols/eview/index';
import type { StreamProtocol } from '@varde/protocols/protocol';
import { splitAt } from '@varde/protocols/testing/byte-arbitraries';
import { watch } from '@varde/protocols/watch/index';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Bus, createInProcessBus } from '#platform/bus.ts';
import { createLog } from '#platform/log.ts';
import type { GatewayLimits } from './gateway-limits.ts';
import { createStreamServer, type GatewayServer } from './stream-server.ts';

let bus: Bus;
let clock: ManualClock;
let uplinks: Uplink[];
/** How processing answers; tests replace it. */
let judge: (uplink: Uplink) => Promise<UplinkVerdict>;
let servers: GatewayServer[];
let devices: DeviceSocket[];

beforeEach(() => {
  bus = createInProcessBus();
  clock = createManualClock();
  uplinks = [];
  servers = [];
  devices = [];
  judge = async ({ kind }) => (kind === 'message' ? 'stored' : 'recorded');
  bus.onUplink((uplink) => {
    uplinks.push(uplink);
    return judge(uplink);
  });
});
afterEach(async () => {
  for (const device of devices) device.socket.destroy();
  await Promise.all(servers.map((server) => server.stop()));
});

async function serve<S>(protocol: StreamProtocol<S>, limits: Partial<GatewayLimits> = {}): Promise<number> {
  const server = createStreamServer(protocol, {
    bus,
    clock,
    log: createLog({ level: 'silent' }),
    port: 0,
    limits: { drainSeconds: 1, ...limits },
  });
  servers.push(server);
  await server.start();
  return server.port();
}
async function dial(port: number): Promise<DeviceSocket> {
  const device = await DeviceSocket.connect(port);
  devices.push(device);
  return device;
}
const seen = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 });
const kinds = () => uplinks.map(({ kind }) => kind);

const imei = '861234567890123';
const sos: DataItem[] = [
  { type: 'deviceId', id: imei },
  { type: 'alarm', bits: 0x1000 },
];
const press = (sequence: number) => buildFrame({ command: 'data', items: sos }, sequence, true);
const ack = (sequence: number) => buildFrame({ command: 'response', code: 0 }, sequence);
const ackLength = ack(1).length;

describe('an acknowledgement means that the message is stored', () => {
  test('it goes out when the message is durable, and not a moment earlier', async () => {
    const stored = Promise.withResolvers<UplinkVerdict>();
    judge = () => stored.promise;
    const device = await dial(await serve(eview));
    device.send(press(7));
    await seen(() => uplinks.length === 1);
    expect(uplinks[0]).toMatchObject({ kind: 'message', identity: imei, protocol: 'eview', tranSource: 3 });
    expect(device.received).toHaveLength(0);
    stored.resolve('stored');
    expect(await device.bytes(ackLength)).toEqual(Buffer.from(ack(7)));
  });

  test('a message that is not durable gets no answer, and the next one does', async () => {
    judge = () =>
      uplinks.length === 1 ? Promise.reject(new Error('database down')) : Promise.resolve('stored');
    const device = await dial(await serve(eview));
    device.send(press(1), press(2));
    expect(await device.bytes(ackLength)).toEqual(Buffer.from(ack(2)));
  });

  test('a repetition is acknowledged, an unknown device is not', async () => {
    judge = async ({ kind }) => {
      if (kind !== 'message') return 'recorded';
      return uplinks.length === 1 ? 'unknownDevice' : 'duplicate';
    };
    const device = await dial(await serve(eview));
    device.send(press(1), press(2));
    expect(await device.bytes(ackLength)).toEqual(Buffer.from(ack(2)));
  });

  test('answers come in the order of the messages, whatever is stored first', async () => {
    const first = Promise.withResolvers<UplinkVerdict>();
    judge = () => (uplinks.length === 1 ? first.promise : Promise.resolve('stored'));
    const device = await dial(await serve(eview));
    device.send(press(1), press(2), press(3));
    await seen(() => uplinks.length === 3);
    first.resolve('stored');
    expect(await device.bytes(3 * ackLength)).toEqual(Buffer.concat([ack(1), ack(2), ack(3)]));
  });

  test('a device that closes its side after the last message still hears the answer', async () => {
    const device = await dial(await serve(eview));
    device.socket.end(press(1));
    await device.closed;
    expect(device.received).toEqual(Buffer.from(ack(1)));
  });

  test('a server that stops acknowledges what is being stored, then closes', async () => {
    const stored = Promise.withResolvers<UplinkVerdict>();
    judge = ({ kind }) => (kind === 'message' ? stored.promise : Promise.resolve('recorded'));
    const device = await dial(await serve(eview));
    device.send(press(1));
    await seen(() => uplinks.length === 1);
    const stopped = servers[0]?.stop();
    servers = [];
    stored.resolve('stored');
    await stopped;
    await device.closed;
    expect(device.received).toEqual(Buffer.from(ack(1)));
    expect(kinds()).toEqual(['message', 'disconnected']);
  });
});

describe('what arrives is not always what was sent', () => {
  test('frames arrive whole however the network cuts and glues them', async () => {
    const port = await serve(eview);
    const stream = Buffer.concat([press(1), press(2), press(3)]);
    const cuts = fc.array(fc.nat(1000), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const device = await DeviceSocket.connect(port);
        device.send(...splitAt(stream, at));
        expect(await device.bytes(3 * ackLength)).toEqual(Buffer.concat([ack(1), ack(2), ack(3)]));
        device.socket.destroy();
      }),
      { numRuns: 20 },
    );
  });

  test('garbage before, between and after does not cost a connection its messages', async () => {
    const port = await serve(eview);
    const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => bytes.filter((byte) => byte !== 0xab));
    await fc.assert(
      fc.asyncProperty(noise, noise, async (before, between) => {
        const device = await DeviceSocket.connect(port);
        device.send(before, press(1), between, press(2));
        expect(await device.bytes(2 * ackLength)).toEqual(Buffer.concat([ack(1), ack(2)]));
        device.socket.destroy();
      }),
      { numRuns: 20 },
    );
  });

  test('any bytes at all leave the server serving', async () => {
    const ports = [await serve(eview), await serve(watch)];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 2000 }), { maxLength: 5 }), async (chunks) => {
        for (const port of ports) {
          const device = await DeviceSocket.connect(port);
          device.socket.resume();
          device.send(...chunks);
          device.socket.end();
          await device.closed;
        }
      }),
      { numRuns: 20 },
    );
    const device = await dial(ports[0] ?? 0);
    device.send(press(9));
    expect(await device.bytes(ackLength)).toEqual(Buffer.from(ack(9)));
  });

  test('a device that dies in the middle of a frame is disconnected, and half a frame is none', async () => {
    const device = await dial(await serve(eview));
    device.send(press(1), press(2).subarray(0, 20));
    await device.bytes(ackLength);
    device.socket.destroy();
    await seen(() => uplinks.length === 2);
    expect(uplinks[1]).toMatchObject({ kind: 'disconnected', identity: imei });
  });

  test('a connection that ends before its message is stored is disconnected after it', async () => {
    judge = () => new Promise((resolve) => setImmediate(() => resolve('stored')));
    const device = await dial(await serve(eview));
    device.send(press(1));
    await seen(() => uplinks.length === 1);
    device.socket.destroy();
    await seen(() => uplinks.length === 2);
    expect(kinds()).toEqual(['message', 'disconnected']);
  });

  test('unreadable frames are recorded a few times a minute, and the connection lives on', async () => {
    const device = await dial(await serve(eview, { malformedPerMinute: 3 }));
    const broken = press(1).map((byte, index) => (index === 12 ? byte ^ 0xff : byte));
    for (let sequence = 0; sequence < 9; sequence += 1) device.send(Buffer.from(broken), press(sequence));
    await device.bytes(9 * ackLength);
    expect(kinds().filter((kind) => kind === 'malformed')).toHaveLength(3);
  });
});

describe('a watch', () => {
  test('gets the answer to its alarm in its own words', async () => {
    const device = await dial(await serve(watch));
    const body = 'AL,220414,134652,V,0,N,0,E,22.0,0,-1,0,80,9,0,0,00010001,0';
    const length = body.length.toString(16).padStart(4, '0').toUpperCase();
    device.send(`[3G*8800000015*${length}*${body}]`);
    const answer = '[3G*8800000015*0002*AL]';
    expect((await device.bytes(answer.length)).toString()).toBe(answer);
  });
});

describe('limits', () => {
  test('one address has so many connections, and room again when one of them ends', async () => {
    const port = await serve(eview, { connectionsPerAddress: 2 });
    const [first] = [await dial(port), await dial(port)];
    await (await dial(port)).closed;
    first?.socket.destroy();
    await vi.waitFor(async () => {
      const next = await dial(port);
      next.send(press(1));
      await Promise.race([next.bytes(ackLength), next.closed]);
      expect(next.received).toHaveLength(ackLength);
    });
  });

  test('a flood of one address waits, and nothing of it is lost', async () => {
    const port = await serve(eview, { framesPerSecond: 10, framesAtOnce: 5 });
    const device = await dial(port);
    device.send(...Array.from({ length: 12 }, (_, index) => press(index)));
    await device.bytes(5 * ackLength);
    expect(uplinks).toHaveLength(5);
    clock.advance(500);
    await device.bytes(10 * ackLength);
    expect(uplinks).toHaveLength(10);
    clock.advance(500);
    expect(await device.bytes(12 * ackLength)).toHaveLength(12 * ackLength);
  });

  test('a connection has so many messages under way', async () => {
    const release = Promise.withResolvers<UplinkVerdict>();
    judge = () => release.promise;
    const device = await dial(await serve(eview, { inFlightPerConnection: 4 }));
    device.send(...Array.from({ length: 9 }, (_, index) => press(index)));
    await seen(() => uplinks.length === 4);
    release.resolve('stored');
    expect(await device.bytes(9 * ackLength)).toHaveLength(9 * ackLength);
  });
});

describe('commands', () => {
  const readSettings = { commandId: 5, command: { kind: 'readSettings' } } as const;

  test('go to the connection on which the device spoke last, and that is told', async () => {
    const port = await serve(eview);
    const [old, current] = [await dial(port), await dial(port)];
    old.send(press(1));
    await old.bytes(ackLength);
    current.send(press(2));
    await current.bytes(ackLength);
    old.socket.destroy();
    await seen(() => kinds().includes('disconnected'));
    bus.publishDownlink({ protocol: 'eview', identity: imei, ...readSettings });
    await current.bytes(ackLength + 11);
    expect(uplinks.at(-1)).toMatchObject({ kind: 'commandSent', identity: imei, commandId: 5, ref: '1' });
  });

  test('that the protocol cannot send are refused', async () => {
    const device = await dial(await serve(eview));
    device.send(press(1));
    await device.bytes(ackLength);
    bus.publishDownlink({ protocol: 'eview', identity: imei, commandId: 6, command: { kind: 'findMe' } });
    await seen(() => uplinks.length === 2);
    expect(uplinks[1]).toMatchObject({ kind: 'commandRefused', commandId: 6, reason: 'unsupported' });
  });

  test('for somebody who is not here are left to whoever has him', async () => {
    await serve(eview);
    bus.publishDownlink({ protocol: 'eview', identity: imei, ...readSettings });
    bus.publishDownlink({ protocol: 'watch', identity: imei, ...readSettings });
    expect(uplinks).toEqual([]);
  });
});

test('a port in use is said, not swallowed', async () => {
  const port = await serve(eview);
  const second = createStreamServer(eview, { bus, clock, log: createLog({ level: 'silent' }), port });
  await expect(second.start()).rejects.toThrow('EADDRINUSE');
});
