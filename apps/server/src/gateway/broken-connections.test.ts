import type { UplinkVerdict } from '@varde/contract/events';
import { eview } from '@varde/protocols/eview/index';
import { watch } from '@varde/protocols/watch/index';
import {
  createTestGateway,
  eviewAck,
  eviewIdentity,
  eviewPress,
  type TestGateway,
  watchFrame,
} from '@varde/testing/gateway';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let gateway: TestGateway;
beforeEach(() => {
  gateway = createTestGateway();
});
afterEach(() => gateway.close());

const seen = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { interval: 5 });
const ackLength = eviewAck(1).length;

const alarm = 'AL,220414,134652,V,0,N,0,E,22.0,0,-1,0,80,9,0,0,00010001,0';
const place = 'UD,220414,134652,A,22.571707,N,113.8613968,E,0.1,0.0,100,7,60,90,1000,50,00000000,0';
const other = (frame: string) => frame.replace('8800000015', '8800000016');

test('two watches on one connection are read further after a burst above the limit of messages in flight', async () => {
  const device = await gateway.dial(await gateway.serve(watch, { inFlightPerConnection: 4 }));
  const pairs = 75;
  device.send((watchFrame('LK') + other(watchFrame('LK'))).repeat(pairs));
  const answer = '[3G*8800000015*0002*LK]'.length;
  await device.bytes(2 * pairs * answer);
  device.send(watchFrame(alarm));
  const all = await device.bytes((2 * pairs + 1) * answer);
  expect(all.toString().endsWith('[3G*8800000015*0002*AL]')).toBe(true);
});

/** A connection that breaks with frames read, of which only the first could be processed. */
async function breakAfterBurst(frames: string) {
  const release = Promise.withResolvers<UplinkVerdict>();
  gateway.judge = ({ kind }) => (kind === 'message' ? release.promise : Promise.resolve('recorded'));
  const port = await gateway.serve(watch, { inFlightPerConnection: 1 });
  const device = await gateway.dial(port);
  device.send(watchFrame('LK') + frames);
  await seen(() => gateway.uplinks.length === 1);
  device.socket.resetAndDestroy();
  await seen(() => gateway.kinds().includes('disconnected'));
  release.resolve('stored');
  const current = await gateway.dial(port);
  current.send(other(watchFrame('LK')));
  await current.bytes(1);
  return gateway.uplinks.filter(({ connectionId }) => connectionId === gateway.uplinks[0]?.connectionId);
}

test('a connection that broke in a burst ends disconnected, and the device repeats the unprocessed messages', async () => {
  const uplinks = await breakAfterBurst(watchFrame('LK').repeat(5));
  expect(uplinks.map(({ kind }) => kind)).toEqual(['message', 'disconnected']);
  const before = gateway.uplinks.length;
  const command = { commandId: 5, command: { kind: 'findMe' } } as const;
  gateway.bus.publishDownlink({ gatewayId: 'test', protocol: 'watch', identity: '8800000015', ...command });
  expect(gateway.uplinks).toHaveLength(before);
});

test('an alarm that was received before the connection broke is published: the device may never come back', async () => {
  const burst = watchFrame('LK') + watchFrame(alarm) + other(watchFrame(alarm)) + other(watchFrame('LK'));
  const uplinks = await breakAfterBurst(burst);
  expect(uplinks.map((uplink) => ['word' in uplink ? uplink.word : uplink.kind, uplink.identity])).toEqual([
    ['LK', '8800000015'],
    ['AL', '8800000015'],
    ['disconnected', '8800000015'],
    ['AL', '8800000016'],
    ['disconnected', '8800000016'],
  ]);
});

test('an alarm in an incomplete frame is published too when the connection breaks', async () => {
  const unbalanced = '[3G*8800000015*0001*AL,a[b]';
  const uplinks = await breakAfterBurst(watchFrame('LK') + unbalanced);
  expect(uplinks.map((uplink) => ('word' in uplink ? uplink.word : uplink.kind))).toEqual(['LK', 'AL', 'disconnected']);
});

test('a message that the device sends once, received before the connection broke, is published before its end', async () => {
  const uplinks = await breakAfterBurst(watchFrame(place) + watchFrame('LK') + other(watchFrame(place)));
  expect(uplinks.map((uplink) => [uplink.kind, 'identity' in uplink && uplink.identity])).toEqual([
    ['message', '8800000015'],
    ['message', '8800000015'],
    ['disconnected', '8800000015'],
    ['message', '8800000016'],
    ['disconnected', '8800000016'],
  ]);
});

test('a command on a connection that is being closed is not reported as sent', async () => {
  // Room for one write: the second makes the server close the connection, and its end is published later.
  const port = await gateway.serve(eview, { writeBufferBytes: ackLength });
  const device = await gateway.dial(port);
  device.send(eviewPress(1));
  await device.bytes(ackLength);
  for (const commandId of [5, 6, 7])
    gateway.bus.publishDownlink({
      gatewayId: 'test',
      protocol: 'eview',
      identity: eviewIdentity,
      commandId,
      command: { kind: 'readSettings' },
    });
  await device.closed;
  await seen(() => gateway.kinds().includes('disconnected'));
  const published = gateway.uplinks.map((uplink) => ('commandId' in uplink ? uplink.commandId : uplink.kind));
  expect(published).toEqual(['message', 5, 'disconnected']);
});
