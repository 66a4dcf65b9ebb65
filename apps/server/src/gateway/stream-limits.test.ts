import type { UplinkVerdict } from '@varde/contract/events';
import { eview } from '@varde/protocols/eview/index';
import type { StreamProtocol } from '@varde/protocols/protocol';
import { watch } from '@varde/protocols/watch/index';
import type { DeviceSocket } from '@varde/testing/device-socket';
import {
  createTestGateway,
  eviewAck,
  eviewBacklog,
  eviewIdentity,
  eviewPress,
  type TestGateway,
  watchFrame,
} from '@varde/testing/gateway';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { metrics } from '#platform/log/metrics.ts';

let gateway: TestGateway;
beforeEach(() => {
  gateway = createTestGateway();
});
afterEach(() => {
  vi.useRealTimers();
  return gateway.close();
});

const seen = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 });
const ackLength = eviewAck(1).length;

describe('useless connections', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const sweep = (seconds: number) => {
    gateway.clock.advance(seconds * 1000);
    vi.advanceTimersByTime(5000);
  };
  const isOpen = ({ socket }: DeviceSocket) => !socket.closed && !socket.destroyed;

  test('an unidentified connection is closed, an identified one is not', async () => {
    const port = await gateway.serve(eview, { anonymousSeconds: 60 });
    const [stranger, device] = [await gateway.dial(port), await gateway.dial(port)];
    device.send(eviewPress(1));
    await device.bytes(ackLength);
    sweep(60);
    expect([isOpen(stranger), isOpen(device)]).toEqual([true, true]);
    sweep(1);
    await stranger.closed;
    expect(isOpen(device)).toBe(true);
    expect(gateway.kinds()).toEqual(['message']);
  });

  test('an active connection that never identifies itself is closed all the same', async () => {
    const port = await gateway.serve(watch, { anonymousSeconds: 60 });
    const stranger = await gateway.dial(port);
    for (let count = 1; count <= 6; count++) {
      stranger.send('rubbish');
      await seen(() => gateway.uplinks.length >= count);
      expect(isOpen(stranger)).toBe(true);
      sweep(10);
    }
    sweep(1);
    await stranger.closed;
  });

  test('a connection with an unregistered device is closed like an unidentified one, however often it sends', async () => {
    const port = await gateway.serve(eview, { anonymousSeconds: 60 });
    gateway.judge = async () => 'unknownDevice';
    const stranger = await gateway.dial(port);
    for (let count = 1; count <= 6; count++) {
      stranger.send(eviewPress(count));
      await seen(() => gateway.uplinks.length === count);
      expect(isOpen(stranger)).toBe(true);
      sweep(10);
    }
    sweep(1);
    await stranger.closed;
  });

  test('one whose device is registered meanwhile stays', async () => {
    const port = await gateway.serve(eview, { anonymousSeconds: 60 });
    gateway.judge = async () => 'unknownDevice';
    const device = await gateway.dial(port);
    device.send(eviewPress(1));
    await seen(() => gateway.uplinks.length === 1);
    gateway.judge = async () => 'stored';
    device.send(eviewPress(2));
    await device.bytes(ackLength);
    sweep(61);
    expect(isOpen(device)).toBe(true);
    gateway.judge = async () => 'unknownDevice'; // it also sends for another one
    device.send(eviewPress(3));
    await seen(() => gateway.uplinks.length === 3);
    sweep(61);
    expect(isOpen(device)).toBe(true);
  });

  test('one whose message could not be stored stays: the database is unavailable, so the device may be registered', async () => {
    const port = await gateway.serve(eview, { anonymousSeconds: 60 });
    gateway.judge = () => Promise.reject(new Error('database down'));
    const device = await gateway.dial(port);
    device.send(eviewPress(1));
    await seen(() => gateway.uplinks.length === 1);
    sweep(61);
    expect(isOpen(device)).toBe(true);
  });

  test.each([
    { protocol: eview, hellos: [eviewPress(1), eviewPress(1, '861234567890124')] },
    { protocol: watch, hellos: [watchFrame('LK,50,100,100'), watchFrame('LK,50,100,100', '8800000016')] },
  ])(
    'a $protocol.id device is disconnected when it is silent for longer than its protocol allows',
    async ({ protocol, hellos: [hello = '', otherHello = ''] }) => {
      const { idleSeconds } = protocol.limits;
      const port = await gateway.serve(protocol as StreamProtocol<unknown>);
      const [silent, alive] = [await gateway.dial(port), await gateway.dial(port)];
      silent.send(hello);
      alive.send(otherHello);
      for (const device of [silent, alive]) await device.bytes(1);
      sweep(idleSeconds);
      expect([isOpen(silent), isOpen(alive)]).toEqual([true, true]);
      alive.send(otherHello);
      await seen(() => gateway.uplinks.length === 3);
      sweep(1);
      await silent.closed;
      await seen(() => gateway.uplinks.length === 4);
      expect(gateway.uplinks[3]).toMatchObject({
        kind: 'disconnected',
        identity: protocol === eview ? eviewIdentity : '8800000015',
      });
      expect(isOpen(alive)).toBe(true);
    },
  );
});

describe('a clock that is set', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const { idleSeconds } = eview.limits;

  test('forward disconnects no device', async () => {
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1));
    await device.bytes(ackLength);
    gateway.clock.step(2 * idleSeconds * 1000);
    vi.advanceTimersByTime(5000);
    device.send(eviewPress(2));
    expect(await device.bytes(2 * ackLength)).toHaveLength(2 * ackLength);
  });

  test('back does not keep the connection of a device that has fallen silent', async () => {
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1));
    await device.bytes(ackLength);
    gateway.clock.step(-2 * idleSeconds * 1000);
    gateway.clock.advance(idleSeconds * 1000 + 1);
    vi.advanceTimersByTime(5000);
    await device.closed;
  });

  test.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('%s by an hour admits no more and no less of a flood', async (_, ms) => {
    const port = await gateway.serve(eview, { framesPerSecond: 10, framesAtOnce: 5 });
    const device = await gateway.dial(port);
    device.send(...Array.from({ length: 12 }, (_press, index) => eviewPress(index)));
    await device.bytes(5 * ackLength);
    gateway.clock.step(ms);
    vi.advanceTimersByTime(200); // held connections are retried
    expect(gateway.uplinks).toHaveLength(5);
    gateway.clock.advance(200);
    vi.advanceTimersByTime(200);
    await device.bytes(7 * ackLength);
    expect(gateway.uplinks).toHaveLength(7);
  });
});

/** EV-07B devices whose frames each take this many milliseconds of processor time. */
function taking(ms: number): typeof eview {
  return {
    ...eview,
    receive: (...given) => {
      gateway.clock.advance(ms);
      return eview.receive(...given);
    },
  };
}

describe('limits', () => {
  test('a port has a limit of connections, and refuses one more', async () => {
    const refused = () => metrics.connectionsRefused.get().then(({ values }) => values);
    const port = await gateway.serve(eview, { connections: 1 });
    const first = await gateway.dial(port);
    first.send(eviewPress(1));
    await first.bytes(ackLength);
    await (await gateway.dial(port)).closed;
    expect(await refused()).toContainEqual(
      expect.objectContaining({ labels: { protocol: 'eview', reason: 'full' }, value: 1 }),
    );
    first.send(eviewPress(2));
    expect(await first.bytes(2 * ackLength)).toHaveLength(2 * ackLength);
  });

  test('open connections are counted, and closed ones are not', async () => {
    const open = async () =>
      (await metrics.connections.get()).values.find(({ labels }) => labels.protocol === 'eview')?.value ?? 0;
    const before = await open();
    const port = await gateway.serve(eview);
    const devices = [await gateway.dial(port), await gateway.dial(port)];
    await vi.waitFor(async () => expect((await open()) - before).toBe(2));
    devices[0]?.socket.destroy();
    await vi.waitFor(async () => expect((await open()) - before).toBe(1));
    devices[1]?.socket.destroy();
    await vi.waitFor(async () => expect(await open()).toBe(before));
  });

  test('a port that is full of strangers has room: the oldest of them is closed, and no device', async () => {
    const port = await gateway.serve(eview, { connections: 3 });
    const device = await gateway.dial(port);
    device.send(eviewPress(1));
    await device.bytes(ackLength);
    gateway.judge = async ({ kind }) => (kind === 'message' ? 'unknownDevice' : 'recorded');
    const silent = await gateway.dial(port);
    const unknown = await gateway.dial(port);
    unknown.send(eviewPress(1));
    await seen(() => gateway.uplinks.length === 2);
    gateway.judge = async () => 'stored';
    for (const gone of [silent, unknown]) {
      const fresh = await gateway.dial(port);
      fresh.send(eviewPress(2));
      expect(await fresh.bytes(ackLength)).toHaveLength(ackLength);
      await gone.closed;
    }
    await (await gateway.dial(port)).closed; // full of devices
    device.send(eviewPress(3));
    expect(await device.bytes(2 * ackLength)).toHaveLength(2 * ackLength);
  });

  test('unregistered devices are read slowly together, and a registered one beside them at once', async () => {
    const port = await gateway.serve(eview, { strangersFramesPerSecond: 1, strangersFramesAtOnce: 2 });
    gateway.judge = async ({ kind }) => (kind === 'message' ? 'unknownDevice' : 'recorded');
    const strangers = [await gateway.dial(port), await gateway.dial(port)];
    for (const stranger of strangers) stranger.send(eviewPress(1));
    await seen(() => gateway.uplinks.length === 2); // the first frame of each
    for (const stranger of strangers) stranger.send(eviewPress(2), eviewPress(3), eviewPress(4));
    await seen(() => gateway.uplinks.length === 4);
    gateway.judge = async () => 'stored';
    const device = await gateway.dial(port);
    device.send(...Array.from({ length: 20 }, (_, index) => eviewPress(index)));
    expect(await device.bytes(20 * ackLength)).toHaveLength(20 * ackLength);
    expect(gateway.uplinks).toHaveLength(24);
    gateway.clock.advance(1000);
    await seen(() => gateway.uplinks.length > 24);
  });

  test('a device that does not read its replies is disconnected, without harm to others', async () => {
    const talkative: typeof watch = {
      ...watch,
      receive: (...given) => {
        const received = watch.receive(...given);
        return received.type === 'message' ? { ...received, replies: [new Uint8Array(256 * 1024)] } : received;
      },
    };
    const port = await gateway.serve(talkative, { writeBufferBytes: 512 * 1024 });
    const slow = await gateway.dial(port);
    slow.socket.pause();
    const other = await gateway.dial(port);
    for (let sent = 0; sent < 200 && !gateway.kinds().includes('disconnected'); sent += 1) {
      slow.send(watchFrame('LK'));
      await seen(() => gateway.uplinks.length > sent);
    }
    await seen(() => gateway.kinds().includes('disconnected'));
    other.send(watchFrame('LK'));
    expect(await other.bytes(256 * 1024)).toBeDefined();
  });

  test('one address has a limit of connections, and room again when one of them ends', async () => {
    const port = await gateway.serve(eview, { connectionsPerAddress: 2 });
    const [first] = [await gateway.dial(port), await gateway.dial(port)];
    await (await gateway.dial(port)).closed;
    first?.socket.destroy();
    await vi.waitFor(async () => {
      const next = await gateway.dial(port);
      next.send(eviewPress(1));
      await Promise.race([next.bytes(ackLength), next.closed]);
      expect(next.received).toHaveLength(ackLength);
    });
  });

  test('a flood of one address waits, and nothing of it is lost', async () => {
    const port = await gateway.serve(eview, { framesPerSecond: 10, framesAtOnce: 5 });
    const device = await gateway.dial(port);
    device.send(...Array.from({ length: 12 }, (_, index) => eviewPress(index)));
    await device.bytes(5 * ackLength);
    expect(gateway.uplinks).toHaveLength(5);
    gateway.clock.advance(500);
    await device.bytes(10 * ackLength);
    expect(gateway.uplinks).toHaveLength(10);
    gateway.clock.advance(500);
    expect(await device.bytes(12 * ackLength)).toHaveLength(12 * ackLength);
  });

  test('a device behind the address of a flood is read in turn with it, and not after it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const port = await gateway.serve(eview, { framesPerSecond: 1000, framesAtOnce: 100 });
    const flood = [await gateway.dial(port), await gateway.dial(port)];
    for (const each of flood) each.send(...Array.from({ length: 1000 }, (_, index) => eviewPress(index)));
    await seen(() => gateway.uplinks.length === 100);
    const device = await gateway.dial(port);
    gateway.clock.advance(2);
    device.send(Buffer.concat([1, 2, 3, 4].map((sequence) => eviewPress(sequence, '861234567890124'))));
    await device.bytes(2 * ackLength); // there is no room for the rest, and the flood has waited for longer
    gateway.clock.advance(100);
    vi.advanceTimersByTime(100);
    expect(await device.bytes(4 * ackLength)).toEqual(Buffer.concat([1, 2, 3, 4].map(eviewAck)));
    expect(gateway.uplinks).toHaveLength(202);
  });

  test('a connection with slow frames waits, others do not, and nothing of it is lost', async () => {
    const port = await gateway.serve(taking(20), { workPerSecond: 50, workAtOnce: 30 });
    const slow = await gateway.dial(port);
    slow.send(...Array.from({ length: 3 }, (_, index) => eviewPress(index)));
    await slow.bytes(2 * ackLength);
    // 10 ms are owed and 1 ms is requested: 220 ms make them good, 20 of them while the other one is served.
    gateway.clock.advance(199);
    const other = await gateway.dial(port);
    other.send(eviewPress(1));
    await other.bytes(ackLength);
    expect(slow.received).toHaveLength(2 * ackLength);
    gateway.clock.advance(1);
    expect(await slow.bytes(3 * ackLength)).toHaveLength(3 * ackLength);
  });

  test('connections of one address share the processor time of their frames; a new one is admitted and waits too', async () => {
    const port = await gateway.serve(taking(20), {
      workAtOnce: 1000,
      addressWorkPerSecond: 50,
      addressWorkAtOnce: 30,
    });
    const devices = [await gateway.dial(port), await gateway.dial(port)];
    for (const device of devices) {
      device.send(eviewPress(1));
      await device.bytes(ackLength);
    }
    const late = await gateway.dial(port);
    late.send(eviewPress(1));
    await seen(() => late.socket.bytesWritten > 0);
    gateway.clock.advance(219);
    expect(gateway.uplinks).toHaveLength(2);
    gateway.clock.advance(1);
    expect(await late.bytes(ackLength)).toHaveLength(ackLength);
  });

  test('a pause of the process is not charged to the frame being processed', async () => {
    const port = await gateway.serve(taking(5000), {});
    const device = await gateway.dial(port);
    for (const index of [1, 2]) {
      device.send(eviewPress(index));
      await device.bytes(index * ackLength);
    }
    expect(gateway.uplinks).toHaveLength(2);
  });

  test('a frame of many samples is charged the cost of storing them', async () => {
    const port = await gateway.serve(eview, { workPerSecond: 1, workAtOnce: 2 });
    const device = await gateway.dial(port);
    device.send(eviewBacklog(100), eviewPress(1));
    await seen(() => gateway.uplinks.length === 1);
    await device.bytes(ackLength);
    gateway.clock.advance(1000);
    expect(gateway.uplinks).toHaveLength(1);
    gateway.clock.advance(60_000);
    expect(await device.bytes(2 * ackLength)).toHaveLength(2 * ackLength);
  });

  test('a connection has a limit of messages in flight', async () => {
    const release = Promise.withResolvers<UplinkVerdict>();
    gateway.judge = () => release.promise;
    const device = await gateway.dial(await gateway.serve(eview, { inFlightPerConnection: 4 }));
    device.send(...Array.from({ length: 9 }, (_, index) => eviewPress(index)));
    await seen(() => gateway.uplinks.length === 4);
    release.resolve('stored');
    expect(await device.bytes(9 * ackLength)).toHaveLength(9 * ackLength);
  });
});
