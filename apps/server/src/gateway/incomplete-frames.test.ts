import type { UplinkVerdict } from '@varde/contract/events';
import { buildFrame, eview } from '@varde/protocols/eview/index';
import { watch } from '@varde/protocols/watch/index';
import {
  createTestGateway,
  eviewAck,
  eviewIdentity,
  eviewPress,
  type TestGateway,
  watchFrame,
} from '@varde/testing/gateway';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let gateway: TestGateway;
beforeEach(() => {
  gateway = createTestGateway();
});
afterEach(() => gateway.close());

const seen = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 });
const ackLength = eviewAck(1).length;
/** Complete, but neither its length nor its brackets show it. */
const unbalanced = '[3G*8800000015*0001*AL,a[b]';
const answer = '[3G*8800000015*0002*AL]';

describe('an alarm behind bytes that look like the beginning of a frame', () => {
  test.each([
    ['a stray start byte', Buffer.of(0xab)],
    ['the first half of a frame', eviewPress(1).subarray(0, 20)],
    ['a frame that claims the longest length', Buffer.from('ab10ff7f0000000001', 'hex')],
  ])('is acknowledged at once behind %s', async (_what, start) => {
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(start);
    device.send(eviewPress(2));
    expect(await device.bytes(ackLength)).toEqual(eviewAck(2));
  });
});

describe('an incomplete frame', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const wait = (seconds: number) => {
    gateway.clock.advance(seconds * 1000);
    vi.advanceTimersByTime(1000);
  };
  const malformed = () => gateway.uplinks.filter(({ kind }) => kind === 'malformed');

  test('is discarded after ten seconds of silence, and an alarm in it is acknowledged', async () => {
    const device = await gateway.dial(await gateway.serve(watch));
    device.send(watchFrame('INIT'));
    await device.bytes(1);
    const before = device.received.length;
    device.send(unbalanced);
    // The other connection shows that the first one has been read.
    const other = await gateway.dial(gateway.servers[0]?.port() ?? 0);
    other.send(watchFrame('LK').replace('8800000015', '8800000016'));
    await other.bytes(1);
    wait(9.9);
    expect(device.received).toHaveLength(before);
    wait(0.1);
    const all = await device.bytes(before + answer.length);
    expect(all.subarray(before).toString()).toBe(answer);
  });

  test('is recorded when nothing in it can be read, and the next frame is read', async () => {
    const device = await gateway.dial(await gateway.serve(eview));
    device.send(eviewPress(1), eviewPress(2).subarray(0, 20));
    await device.bytes(ackLength);
    wait(10);
    expect(malformed()).toMatchObject([{ reason: 'incomplete', identity: eviewIdentity }]);
    device.send(eviewPress(3));
    await device.bytes(2 * ackLength);
    wait(20);
    expect(malformed()).toHaveLength(1);
  });

  test('is kept while more bytes of it arrive', async () => {
    const device = await gateway.dial(await gateway.serve(watch));
    const voice = watchFrame(`TK,${'#!AMR'.repeat(20)}`);
    const port = gateway.servers[0]?.port() ?? 0;
    const other = await gateway.dial(port);
    for (let at = 0; at < voice.length; at += 40) {
      device.send(voice.slice(at, at + 40));
      other.send(watchFrame('LK').replace('8800000015', '8800000016'));
      await seen(() => gateway.uplinks.length === at / 40 + 1 + (at + 40 >= voice.length ? 1 : 0));
      wait(9);
    }
    expect((await device.bytes('[3G*8800000015*0004*TK,1]'.length)).toString()).toBe('[3G*8800000015*0004*TK,1]');
    expect(malformed()).toEqual([]);
  });

  test('is not discarded while the server itself pauses reading', async () => {
    const release = Promise.withResolvers<UplinkVerdict>();
    gateway.judge = () => release.promise;
    const device = await gateway.dial(await gateway.serve(eview, { inFlightPerConnection: 1 }));
    device.send(eviewPress(1), eviewPress(2), eviewPress(3).subarray(0, 20));
    await seen(() => gateway.uplinks.length === 1);
    wait(20);
    release.resolve('stored');
    await device.bytes(2 * ackLength);
    wait(9);
    device.send(eviewPress(3).subarray(20));
    expect(await device.bytes(3 * ackLength)).toEqual(Buffer.concat([1, 2, 3].map(eviewAck)));
    expect(malformed()).toEqual([]);
  });

  test('is discarded at once when the device closes its side', async () => {
    const device = await gateway.dial(await gateway.serve(watch));
    device.socket.end(unbalanced);
    await device.closed;
    expect(device.received.toString()).toBe(answer);
  });
});

describe('connections side by side', () => {
  test('an alarm does not wait for an earlier flood of unreadable frames', async () => {
    const flood = 3000;
    const port = await gateway.serve(eview, {
      turnMs: 0,
      malformedPerMinute: 2 * flood,
      malformedAtOnce: 2 * flood,
    });
    const [hostile, pendant] = [await gateway.dial(port), await gateway.dial(port)];
    let beforeAlarm = 0;
    gateway.judge = async ({ kind }) => {
      if (kind === 'malformed' && gateway.uplinks.length === 1) pendant.send(eviewPress(1));
      if (kind === 'message') beforeAlarm = gateway.uplinks.length - 1;
      return 'stored';
    };
    // An answer of an unidentified device.
    hostile.send(Buffer.concat(Array.from({ length: flood }, () => eviewAck(1))));
    await pendant.bytes(ackLength);
    expect(beforeAlarm).toBeLessThan(flood / 2);
    await seen(() => gateway.uplinks.length === flood + 1);
  });

  test('a burst that takes several turns keeps all of its frames in order', async () => {
    const device = await gateway.dial(await gateway.serve(eview, { turnMs: 0 }));
    const count = 300;
    const sequences = Array.from({ length: count }, (_, index) => index);
    device.send(Buffer.concat(sequences.map((sequence) => eviewPress(sequence))));
    expect(await device.bytes(count * ackLength)).toEqual(Buffer.concat(sequences.map(eviewAck)));
  });

  test('a connection that breaks in the middle of its turns is disconnected once, after its last frame', async () => {
    const port = await gateway.serve(eview, { turnMs: 0, malformedPerMinute: 1000 });
    const device = await gateway.dial(port);
    device.send(eviewPress(1));
    await device.bytes(ackLength);
    gateway.judge = async ({ kind }) => {
      if (kind === 'malformed') device.socket.resetAndDestroy();
      return 'recorded';
    };
    const broken = eviewPress(2).map((byte, index) => (index === 12 ? byte ^ 0xff : byte));
    device.send(Buffer.concat(Array.from({ length: 200 }, () => Buffer.from(broken))));
    await seen(() => gateway.kinds().includes('disconnected'));
    await seen(() => gateway.kinds().at(-1) === 'disconnected');
    expect(gateway.kinds().filter((kind) => kind === 'disconnected')).toHaveLength(1);
  });
});

test('the stored frame and its retry key are the same however the network splits it', async () => {
  const frame = Buffer.from(
    buildFrame(
      {
        command: 'data',
        items: [
          { type: 'deviceId', id: eviewIdentity },
          { type: 'alarm', bits: 0x1000 },
          { type: 'beacon', index: 0, id: '02:ad:24:49:ea:60', rssi: -60, rssiAt1m: -50, description: 'bad' },
        ],
      },
      7,
      true,
    ),
  );
  const port = await gateway.serve(eview);
  for (const cut of [0, 1, 30, 45, frame.length - 1]) {
    const device = await gateway.dial(port);
    device.send(frame.subarray(0, cut));
    device.send(frame.subarray(cut));
    await device.bytes(ackLength);
  }
  const heard = gateway.uplinks.flatMap((uplink) => (uplink.kind === 'message' ? [uplink] : []));
  expect(heard).toHaveLength(5);
  for (const { raw, retryKey } of heard) {
    expect(Buffer.from(raw)).toEqual(frame);
    expect(retryKey).toBe(heard[0]?.retryKey);
  }
});
