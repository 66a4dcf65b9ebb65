import { Socket } from 'node:net';
import { eview } from '@varde/protocols/eview/index';
import type { DeviceSocket } from '@varde/testing/device-socket';
import { createTestGateway, eviewAck, eviewIdentity, eviewPress, type TestGateway } from '@varde/testing/gateway';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let gateway: TestGateway;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  gateway = createTestGateway();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await gateway.close();
});

const ackLength = eviewAck(1).length;
const readSettings = { commandId: 5, command: { kind: 'readSettings' } } as const;
const command = () =>
  gateway.bus.publishDownlink({
    gatewayId: 'test',
    protocol: 'eview',
    identity: eviewIdentity,
    ...readSettings,
  });
const ofKind = (kind: string) => gateway.uplinks.filter((uplink) => uplink.kind === kind);
const seen = (kind: string) => vi.waitFor(() => expect(ofKind(kind)).toHaveLength(1), { interval: 5 });
/** Advances the clock, and runs the gateway's checks. */
const pass = (ms: number) => {
  gateway.clock.advance(ms);
  vi.advanceTimersByTime(1000);
};

let sequence = 0;
/** Presses the button and waits for the answer. */
async function press(device: DeviceSocket): Promise<void> {
  sequence += 1;
  const before = device.received.length;
  device.send(eviewPress(sequence));
  await device.bytes(before + ackLength);
}
/** Two connections that have both sent messages as the same pendant, the first one first. */
async function bothSpeak(): Promise<[older: DeviceSocket, newer: DeviceSocket]> {
  const port = await gateway.serve(eview);
  const [older, newer] = [await gateway.dial(port), await gateway.dial(port)];
  await press(older);
  await press(newer);
  return [older, newer];
}

test('while two connections claim a device, neither is sent a command, and both have their alarms acknowledged', async () => {
  const [older, newer] = await bothSpeak();
  command();
  await press(older);
  await press(newer);
  expect(older.received).toHaveLength(2 * ackLength);
  expect(newer.received).toHaveLength(2 * ackLength);
  expect(ofKind('commandSent')).toEqual([]);
});

test('their messages meanwhile are marked, and none before and after', async () => {
  const [older, newer] = await bothSpeak();
  await press(older);
  newer.socket.destroy();
  await seen('disconnected');
  await press(older);
  const marks = ofKind('message').map((uplink) => 'contested' in uplink && uplink.contested === true);
  expect(marks).toEqual([false, true, true, false]);
});

test.each([
  ['older', 'newer'],
  ['newer', 'older'],
] as const)(
  'when the %s connection ends, commands go to the %s one, and processing is informed',
  async (ending, left) => {
    const [older, newer] = await bothSpeak();
    const sockets = { older, newer };
    sockets[ending].socket.destroy();
    await seen('identitySettled');
    expect(gateway.kinds().slice(-2)).toEqual(['disconnected', 'identitySettled']);
    const [settled] = ofKind('identitySettled');
    const spoken = ofKind('message')[left === 'older' ? 0 : 1];
    expect(settled?.connectionId).toBe(spoken?.connectionId);
    command();
    await sockets[left].bytes(ackLength + 1);
    await seen('commandSent');
  },
);

test('the older connection is probed as soon as a newer one claims its device, and no longer', async () => {
  const probes = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const [older, newer] = await bothSpeak();
  expect(probes.mock.calls).toEqual([[true, 1000]]);
  gateway.clock.advance(3000);
  await press(older);
  expect(probes.mock.calls.slice(1)).toEqual([[true, 60_000]]); // it is alive: its battery is spared
  newer.socket.destroy();
  await seen('identitySettled');
  expect(probes.mock.calls.slice(2)).toEqual([[false]]);
});

test('a device that reconnects raises no warning: its silent connection is closed, and it gets its commands', async () => {
  const [older, newer] = await bothSpeak();
  pass(14_999);
  expect(older.socket.closed || older.socket.destroyed).toBe(false);
  pass(1);
  await older.closed;
  command();
  await press(newer);
  expect(newer.received).toHaveLength(2 * ackLength);
  pass(44_999);
  expect(ofKind('identitySettled')).toEqual([]);
  pass(1);
  await seen('identitySettled');
  command();
  await newer.bytes(2 * ackLength + 1);
  expect(ofKind('identityContested')).toEqual([]);
});

test('a device that returns after its silent connection was closed is not a dead connection: that gives a warning', async () => {
  const port = await gateway.serve(eview);
  const [device, stranger] = [await gateway.dial(port), await gateway.dial(port)];
  await press(device);
  await press(stranger);
  pass(15_000);
  await device.closed;
  const again = await gateway.dial(port);
  await press(again);
  const [, strangers, agains] = ofKind('message').map(({ connectionId }) => connectionId);
  expect(ofKind('identityContested')).toMatchObject([
    {
      identity: eviewIdentity,
      connectionId: agains,
      claims: [
        { connectionId: strangers, address: '127.0.0.1' },
        { connectionId: agains, address: '127.0.0.1' },
      ],
    },
  ]);
});

test('an older connection that sends is alive, unless its messages may have been in flight: that gives a warning, once', async () => {
  const [older] = await bothSpeak();
  await press(older);
  expect(ofKind('identityContested')).toEqual([]);
  gateway.clock.advance(3000);
  await press(older);
  gateway.clock.advance(3000);
  await press(older);
  expect(ofKind('identityContested')).toHaveLength(1);
});

test('two devices, and one device on two ports, are no contest', async () => {
  const port = await gateway.serve(eview);
  const otherPort = await gateway.serve(eview);
  const other = '861234567890124';
  const [first, second, third] = [await gateway.dial(port), await gateway.dial(port), await gateway.dial(otherPort)];
  await press(first);
  second.send(eviewPress(1, other));
  await second.bytes(ackLength);
  await press(third);
  expect(ofKind('message').filter((uplink) => 'contested' in uplink && uplink.contested)).toEqual([]);
});
