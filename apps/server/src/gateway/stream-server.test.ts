import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { buildFrame, eview } from '@varde/protocols/eview/index';
import { splitAt } from '@varde/protocols/testing/byte-arbitraries';
import { watch } from '@varde/protocols/watch/index';
import { DeviceSocket } from '@varde/testing/device-socket';
import {
  createTestGateway,
  eviewAck,
  eviewIdentity,
  eviewPress,
  type TestGateway,
  watchFrame,
} from '@varde/testing/gateway';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createStreamServer } from './stream-server.ts';

let gateway: TestGateway;
beforeEach(() => {
  gateway = createTestGateway();
});
afterEach(() => gateway.close());

const seen = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 });

const ackLength = eviewAck(1).length;

describe('an acknowledgement means that the message is stored', () => {
  test('it goes out when the message is durable, and not a moment earlier', async () => {
    const stored = Promise.withResolvers<UplinkVerdict>();
    gateway.judge = () => stored.promise;
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(7));
    await seen(() => gateway.uplinks.length === 1);
    expect(gateway.uplinks[0]).toMatchObject({
      kind: 'message',
      identity: eviewIdentity,
      protocol: 'eview',
      tranSource: 3,
    });
    expect(device.received).toHaveLength(0);
    stored.resolve('stored');
    expect(await device.bytes(ackLength)).toEqual(eviewAck(7));
  });

  test('a message that is not durable gets no answer, and the next one does', async () => {
    gateway.judge = () =>
      gateway.uplinks.length === 1 ? Promise.reject(new Error('database down')) : Promise.resolve('stored');
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1), eviewPress(2));
    expect(await device.bytes(ackLength)).toEqual(eviewAck(2));
  });

  test('a repetition is acknowledged, an unknown device is not', async () => {
    gateway.judge = async ({ kind }) => {
      if (kind !== 'message') return 'recorded';
      return gateway.uplinks.length === 1 ? 'unknownDevice' : 'duplicate';
    };
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1), eviewPress(2));
    expect(await device.bytes(ackLength)).toEqual(eviewAck(2));
  });

  test('answers come in the order of the messages, whatever the order of storing', async () => {
    const first = Promise.withResolvers<UplinkVerdict>();
    gateway.judge = () => (gateway.uplinks.length === 1 ? first.promise : Promise.resolve('stored'));
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1), eviewPress(2), eviewPress(3));
    await seen(() => gateway.uplinks.length === 3);
    first.resolve('stored');
    expect(await device.bytes(3 * ackLength)).toEqual(Buffer.concat([eviewAck(1), eviewAck(2), eviewAck(3)]));
  });

  test('a device that closes its side after the last message still gets the answer', async () => {
    const device = await gateway.dial(await gateway.serve(eview));
    device.socket.end(eviewPress(1));
    await device.closed;
    expect(device.received).toEqual(eviewAck(1));
  });

  test('a server that stops acknowledges what is being stored, then closes', async () => {
    const stored = Promise.withResolvers<UplinkVerdict>();
    gateway.judge = ({ kind }) => (kind === 'message' ? stored.promise : Promise.resolve('recorded'));
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1));
    await seen(() => gateway.uplinks.length === 1);
    const [server] = gateway.servers.splice(0);
    const stopped = server?.stop();
    stored.resolve('stored');
    await stopped;
    await device.closed;
    expect(device.received).toEqual(eviewAck(1));
    expect(gateway.kinds()).toEqual(['message', 'disconnected']);
  });
});

describe('bytes on the network', () => {
  test('frames arrive whole however the network splits and joins them', async () => {
    const port = await gateway.serve(eview);
    const stream = Buffer.concat([eviewPress(1), eviewPress(2), eviewPress(3)]);
    const cuts = fc.array(fc.nat(1000), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const device = await DeviceSocket.connect(port);
        device.send(...splitAt(stream, at));
        expect(await device.bytes(3 * ackLength)).toEqual(Buffer.concat([eviewAck(1), eviewAck(2), eviewAck(3)]));
        device.socket.destroy();
      }),
      { numRuns: 20 },
    );
  });

  test('garbage before, between and after frames does not cost a connection its messages', async () => {
    const port = await gateway.serve(eview);
    const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => bytes.filter((byte) => byte !== 0xab));
    await fc.assert(
      fc.asyncProperty(noise, noise, async (before, between) => {
        const device = await DeviceSocket.connect(port);
        device.send(before, eviewPress(1), between, eviewPress(2));
        expect(await device.bytes(2 * ackLength)).toEqual(Buffer.concat([eviewAck(1), eviewAck(2)]));
        device.socket.destroy();
      }),
      { numRuns: 20 },
    );
  });

  test('any bytes at all leave the server serving', async () => {
    const ports = [await gateway.serve(eview), await gateway.serve(watch)];
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
    const device = await gateway.dial(ports[0] ?? 0);
    device.send(eviewPress(9));
    expect(await device.bytes(ackLength)).toEqual(eviewAck(9));
  });

  test('a device that dies in the middle of a frame is disconnected, and the incomplete frame is recorded and not decoded', async () => {
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1), eviewPress(2).subarray(0, 20));
    await device.bytes(ackLength);
    device.socket.end();
    await seen(() => gateway.uplinks.length === 3);
    expect(gateway.uplinks.slice(1)).toMatchObject([
      { kind: 'malformed', reason: 'incomplete', raw: new Uint8Array(eviewPress(2).subarray(0, 20)) },
      { kind: 'disconnected', identity: eviewIdentity },
    ]);
  });

  test('a connection that ends before its message is stored is disconnected after it', async () => {
    gateway.judge = () => new Promise((resolve) => setImmediate(() => resolve('stored')));
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1));
    await seen(() => gateway.uplinks.length === 1);
    device.socket.destroy();
    await seen(() => gateway.uplinks.length === 2);
    expect(gateway.kinds()).toEqual(['message', 'disconnected']);
  });

  test('unreadable frames are recorded a few times a minute, and the connection stays open', async () => {
    const device = await gateway.dial(await gateway.serve(eview, { malformedPerMinute: 3 }));
    const broken = eviewPress(1).map((byte, index) => (index === 12 ? byte ^ 0xff : byte));
    for (let sequence = 0; sequence < 9; sequence += 1) device.send(Buffer.from(broken), eviewPress(sequence));
    await device.bytes(9 * ackLength);
    const recorded = () => gateway.kinds().filter((kind) => kind === 'malformed').length;
    expect(recorded()).toBe(3);
    const untilNextMinute = 60_000 - (gateway.clock.monotonic() % 60_000);
    for (const [ms, count, acknowledged] of [
      [untilNextMinute - 1, 3, 10],
      [1, 4, 11],
    ] as const) {
      gateway.clock.advance(ms);
      device.send(Buffer.from(broken), eviewPress(acknowledged));
      await device.bytes(acknowledged * ackLength);
      expect(recorded()).toBe(count);
    }
  });
});

describe('a watch', () => {
  test('gets the answer to its alarm in its own words', async () => {
    const device = await gateway.dial(await gateway.serve(watch));
    const body = 'AL,220414,134652,V,0,N,0,E,22.0,0,-1,0,80,9,0,0,00010001,0';
    const length = body.length.toString(16).padStart(4, '0').toUpperCase();
    device.send(`[3G*8800000015*${length}*${body}]`);
    const answer = '[3G*8800000015*0002*AL]';
    expect((await device.bytes(answer.length)).toString()).toBe(answer);
  });
});

describe('a message that the protocol does not acknowledge', () => {
  const place = watchFrame('UD,220414,134652,A,22.571707,N,113.8613968,E,0.1,0.0,100,7,60,90,1000,50,00000000,0');
  const alarm = watchFrame('AL,220414,134652,V,0,N,0,E,22.0,0,-1,0,80,9,0,0,00010001,0');
  const words = (list: readonly Uplink[]) =>
    list.map((uplink) => (uplink.kind === 'message' ? uplink.word : uplink.kind));

  test('is kept while the database is unavailable, and stored before the watch’s next message', async () => {
    let isAway = true;
    const stored: Uplink[] = [];
    gateway.judge = async (uplink) => {
      if (isAway) throw new Error('database down');
      stored.push(uplink);
      return 'stored';
    };
    const device = await gateway.dial(await gateway.serve(watch));
    device.send(place);
    await seen(() => gateway.uplinks.length === 1);
    isAway = false;
    device.send(alarm);
    await device.bytes('[3G*8800000015*0002*AL]'.length);
    expect(words(stored)).toEqual(['UD', 'AL']);
  });

  test('is stored when the database is available again, though the watch is gone', async () => {
    let isAway = true;
    const stored: Uplink[] = [];
    gateway.judge = async (uplink) => {
      if (isAway) throw new Error('database down');
      stored.push(uplink);
      return 'stored';
    };
    const device = await gateway.dial(await gateway.serve(watch));
    device.send(place);
    await seen(() => gateway.uplinks.length === 1);
    device.socket.destroy();
    isAway = false;
    // It is retried each second.
    await vi.waitFor(() => expect(stored).toHaveLength(2));
    expect(words(stored)).toEqual(['UD', 'disconnected']);
  });
});

describe('commands', () => {
  const readSettings = { commandId: 5, command: { kind: 'readSettings' } } as const;

  test('go to the connection of the device’s last message, and their sending is published', async () => {
    const port = await gateway.serve(eview);
    const [old, current] = [await gateway.dial(port), await gateway.dial(port)];
    old.send(eviewPress(1));
    await old.bytes(ackLength);
    current.send(eviewPress(2));
    await current.bytes(ackLength);
    old.socket.destroy();
    await seen(() => gateway.kinds().includes('disconnected'));
    gateway.bus.publishDownlink({
      gatewayId: 'test',
      protocol: 'eview',
      identity: eviewIdentity,
      ...readSettings,
    });
    await current.bytes(ackLength + 11);
    expect(gateway.uplinks.at(-1)).toMatchObject({
      kind: 'commandSent',
      identity: eviewIdentity,
      ...readSettings,
      ref: '1',
      ...{ word: 'configuration', raw: new Uint8Array(current.received.subarray(ackLength)) },
    });
  });

  test('are published as they were sent, with stars for passwords', async () => {
    const device = await gateway.dial(await gateway.serve(watch));
    const command = { kind: 'writeSettings', values: { smsPassword: '471147' } } as const;
    device.send(watchFrame('LK'));
    await seen(() => gateway.uplinks.length === 1);
    gateway.bus.publishDownlink({
      gatewayId: 'test',
      protocol: 'watch',
      identity: '8800000015',
      commandId: 5,
      command,
    });
    await seen(() => gateway.kinds().includes('commandSent'));
    const sent = gateway.uplinks.find(({ kind }) => kind === 'commandSent');
    const raw = sent?.kind === 'commandSent' ? Buffer.from(sent.raw).toString() : '';
    await vi.waitFor(() => expect(device.received.toString()).toContain('PW,471147'));
    expect(raw).toBe(device.received.toString().slice(-raw.length).replace('471147', '******'));
    expect(sent).toMatchObject({ word: 'PW' });
  });

  test('that wait for an answer are published again when they go on, with what is written then', async () => {
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1));
    await device.bytes(ackLength);
    const command = { kind: 'writeSettings', values: { ledOn: false } } as const;
    gateway.bus.publishDownlink({
      gatewayId: 'test',
      protocol: 'eview',
      identity: eviewIdentity,
      commandId: 5,
      command,
    });
    await device.bytes(ackLength + 11);
    const items = [{ type: 'features' as const, value: 0x807 }];
    device.send(buildFrame({ command: 'configuration', items }, 1));
    const sent = () => gateway.uplinks.filter(({ kind }) => kind === 'commandSent');
    await seen(() => sent().length === 2);
    await vi.waitFor(() => expect(device.received.length).toBeGreaterThan(ackLength + 11));
    expect(sent()).toMatchObject([
      { commandId: 5, command, ref: '2' },
      { commandId: 5, command, ref: '2', goesOn: true, raw: new Uint8Array(device.received.subarray(ackLength + 11)) },
    ]);
    expect(sent()[0]).not.toHaveProperty('goesOn');
  });

  test('that the protocol cannot send are refused', async () => {
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1));
    await device.bytes(ackLength);
    gateway.bus.publishDownlink({
      gatewayId: 'test',
      protocol: 'eview',
      identity: eviewIdentity,
      commandId: 6,
      command: { kind: 'message', text: 'Hei' },
    });
    await seen(() => gateway.uplinks.length === 2);
    expect(gateway.uplinks[1]).toMatchObject({ kind: 'commandRefused', commandId: 6, reason: 'unsupported' });
  });

  test('for a device on another gateway are ignored, and those for this one are sent', async () => {
    const port = await gateway.serve(eview);
    const device = await gateway.dial(port);
    device.send(eviewPress(1));
    await seen(() => gateway.uplinks.length === 1);
    const to = { protocol: 'eview', identity: eviewIdentity, ...readSettings };
    gateway.bus.publishDownlink({ ...to, gatewayId: 'other', commandId: 7 });
    gateway.bus.publishDownlink({ ...to, gatewayId: 'test', commandId: 8 });
    await seen(() => gateway.uplinks.length === 2);
    expect(gateway.uplinks[1]).toMatchObject({ kind: 'commandSent', commandId: 8 });
  });

  test('for a device that is not connected here are left to other gateways', async () => {
    await gateway.serve(eview);
    gateway.bus.publishDownlink({
      gatewayId: 'test',
      protocol: 'eview',
      identity: eviewIdentity,
      ...readSettings,
    });
    gateway.bus.publishDownlink({
      gatewayId: 'test',
      protocol: 'watch',
      identity: eviewIdentity,
      ...readSettings,
    });
    expect(gateway.uplinks).toEqual([]);
  });
});

test('a port in use is reported, not swallowed', async () => {
  const port = await gateway.serve(eview);
  const second = createStreamServer(eview, {
    ...gateway,
    gatewayId: 'test',
    log: createLog({ level: 'silent' }),
    port,
  });
  await expect(second.start()).rejects.toThrow('EADDRINUSE');
});
