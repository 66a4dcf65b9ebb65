import { metyId } from '@varde/catalogue/message-types';
import { buildFrame, decodeFrame, eview } from '@varde/protocols/eview/index';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeStreamServer, startFakeStreamServer } from '../testing/fake-stream-server.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { isAcknowledged, logNotices } from '../testing/notice-log.ts';
import { createVirtualDevice, type VirtualDevice } from './virtual-device.ts';

const identity = '861234567890123';
let server: FakeStreamServer<(typeof eview)['initialState']>;
let clock: ManualClock;
let device: VirtualDevice;

beforeEach(async () => {
  server = await startFakeStreamServer(eview);
  clock = createManualClock();
  device = createVirtualDevice({ protocol: 'eview', identity, host: '127.0.0.1', port: server.port, clock });
});
afterEach(async () => {
  device.close();
  await server.close();
});

const hasEvent = (code: string) => (message: { report: { samples: { events: { code: string }[] }[] } }) =>
  message.report.samples.some(({ events }) => events.some((event) => event.code === code));
const sequenceOf = (bytes: Uint8Array) => decodeFrame(bytes)?.sequence;

describe('a virtual EV-07B', () => {
  it('identifies itself when it connects and is acknowledged', async () => {
    const notices = logNotices(device);
    await device.connect();
    const greeting = await server.messages.first(() => true);
    expect(greeting.identity).toBe(identity);
    await notices.first(isAcknowledged('heartbeat'));
    expect(device.unacknowledged).toEqual([]);
    expect(device.counters).toMatchObject({ connected: 1, sent: 1, acknowledged: 1, resent: 0 });
  });

  it('raises an SOS with its position and time', async () => {
    await device.connect();
    device.pressSos();
    const { report } = await server.messages.first(hasEvent('sos'));
    expect(report.samples).toHaveLength(1);
    expect(report.samples[0]).toMatchObject({
      metyId: metyId.alarm,
      at: clock.now(),
      historical: false,
      position: { lat: 67.2835, lng: 14.38, source: 'gps' },
    });
  });

  it('repeats an unacknowledged message under the same number until it is acknowledged', async () => {
    await device.connect();
    await server.messages.first(() => true);
    server.setAnswering(false);
    const sos = device.pressSos();
    await server.messages.waitFor(hasEvent('sos'), 1);
    clock.advance(10_000);
    const sent = await server.messages.waitFor(hasEvent('sos'), 2);
    expect(sent[1]?.bytes).toEqual(sent[0]?.bytes);
    expect(sequenceOf(sent[0]?.bytes ?? new Uint8Array())).toBe(sos?.sequence);

    server.setAnswering(true);
    const notices = logNotices(device);
    clock.advance(10_000);
    await notices.first(isAcknowledged('sos'));
    clock.advance(60_000);
    expect(server.messages.all.filter(hasEvent('sos'))).toHaveLength(3);
  });

  it('repeats it on the next connection when the first one is cut', async () => {
    const notices = logNotices(device);
    await device.connect();
    await notices.first(isAcknowledged('heartbeat'));
    server.setAnswering(false);
    device.pressSos();
    await server.messages.waitFor(hasEvent('sos'), 1);
    server.dropConnections();
    await notices.first(({ type }) => type === 'disconnected');
    server.setAnswering(true);
    clock.advance(2_000);
    await notices.first(isAcknowledged('sos'));
    const [first, second] = server.messages.all.filter(hasEvent('sos'));
    expect(second?.bytes).toEqual(first?.bytes);
    expect(device.counters.connected).toBe(2);
  });

  it('abandons a connection without answers', async () => {
    const notices = logNotices(device);
    server.setAnswering(false);
    await device.connect();
    clock.advance(50_000);
    const lost = await notices.first(({ type }) => type === 'disconnected');
    expect(lost).toEqual({ type: 'disconnected', reason: 'unanswered' });
  });

  it('sends two presses as two messages with numbers and times of their own', async () => {
    await device.connect();
    const first = device.pressSos();
    const second = device.pressSos();
    expect(second?.sequence).not.toBe(first?.sequence);
    expect(second?.records[0]?.at).toBeGreaterThan(first?.records[0]?.at ?? 0);
    await server.messages.waitFor(hasEvent('sos'), 2);
  });

  it('sends its records from out of coverage as historical, including the alarm with its own time', async () => {
    const notices = logNotices(device);
    await device.connect();
    device.perform({ type: 'leaveCoverage' });
    const wasPressedAt = clock.now();
    device.pressSos();
    clock.advance(60_000);
    device.sendPosition({ lat: 67.29, lng: 14.39 });
    expect(device.isConnected).toBe(false);

    device.perform({ type: 'enterCoverage' });
    const { report } = await server.messages.first(hasEvent('sos'));
    expect(report.samples.map(({ historical }) => historical)).toEqual([true, true]);
    expect(report.samples[0]?.at).toBe(wasPressedAt);
    expect(report.samples[1]?.at).toBe(wasPressedAt + 60_000);
    expect(await notices.first(isAcknowledged('sos'))).toMatchObject({
      message: { records: [{ kind: 'sos' }, { kind: 'position' }] },
    });
  });

  it('stores a setting from the server, confirms it, and reports it on request', async () => {
    await device.connect();
    await server.messages.first(() => true);
    server.command({ kind: 'writeSettings', values: { trackingInterval: 600, heartbeatInterval: 10 } });
    const confirmed = await server.messages.first(({ report }) => report.confirmations.length > 0);
    expect(confirmed.report.confirmations).toEqual([{ ref: '2', ok: true }]);
    expect(device.settings).toMatchObject({ trackingInterval: 600, heartbeatInterval: 10 });

    server.command({ kind: 'readSettings' });
    const all = await server.messages.waitFor(({ report }) => report.settings !== undefined, 3);
    const reported = all.at(-1);
    expect(reported?.report.settings).toMatchObject({ trackingInterval: 600, heartbeatInterval: 10 });
  });

  it('rings on the find command, and reports its position on request', async () => {
    const notices = logNotices(device);
    await device.connect();
    await server.messages.first(() => true);
    server.command({ kind: 'findMe' });
    const found = await server.messages.first(({ report }) => report.confirmations.length > 0);
    expect(found.report.confirmations).toEqual([{ ref: '1', ok: true }]);
    expect(notices.all.some(({ type }) => type === 'findMe')).toBe(true);
    server.command({ kind: 'locate' });
    const [, located] = await server.messages.waitFor(({ report }) => report.confirmations.length > 0, 2);
    expect(located?.report.confirmations).toEqual([{ ref: '2', ok: true }]);
    const { report } = await server.messages.first(({ word }) => word === 'data');
    expect(report.samples).toMatchObject([{ metyId: metyId.position, position: { lat: 67.2835 } }]);
  });

  it.each(['reboot', 'factoryReset'] as const)('confirms a %s, and then connects again', async (kind) => {
    const notices = logNotices(device);
    await device.connect();
    await server.messages.first(() => true);
    const asDelivered = device.settings;
    server.command({ kind: 'writeSettings', values: { trackingInterval: 600, heartbeatInterval: 10 } });
    await server.messages.waitFor(({ report }) => report.confirmations.length > 0, 1);
    const written = device.settings;
    server.command({ kind });
    const confirmed = await server.messages.waitFor(({ report }) => report.confirmations.length > 0, 2);
    expect(confirmed[1]?.report.confirmations).toEqual([{ ref: '4', ok: true }]);
    await notices.first(({ type }) => type === 'disconnected');
    expect(device.settings).toEqual(kind === 'reboot' ? written : asDelivered);
    expect(written).not.toEqual(asDelivered);
    clock.advance(60_000);
    await notices.waitFor(({ type }) => type === 'connected', 2);
  });

  it('refuses what it does not understand', async () => {
    const notices = logNotices(device);
    await device.connect();
    await server.messages.first(() => true);
    const items = [{ type: 'unknown', key: 0x7a, value: '' }] as const;
    server.sendBytes(buildFrame({ command: 'systemControl', items: [...items] }, 9, true));
    const { report } = await server.messages.first(({ report }) => report.confirmations.length > 0);
    expect(report.confirmations).toMatchObject([{ ref: '9', ok: false }]);
    expect(notices.all.some(({ type }) => type === 'notUnderstood')).toBe(true);
  });

  it('is decoded again right after it sent garbage, and survives garbage itself', async () => {
    await device.connect();
    const notices = logNotices(device);
    device.perform({ type: 'garbage', bytes: Uint8Array.from([0xab, 0x10, 1, 2, 3, 0x5b]) });
    device.sendPosition();
    await notices.first(isAcknowledged('position'));
    expect(server.garbage.all.length).toBeGreaterThan(0);

    server.sendBytes(Uint8Array.from([1, 2, 3, 0xab, 0, 0, 0, 0]));
    device.pressSos();
    await notices.first(isAcknowledged('sos'));
  });

  it('never drops an alarm, however long it is offline', async () => {
    await device.connect();
    device.perform({ type: 'leaveCoverage' });
    device.pressSos();
    for (let i = 0; i < 1_000; i++) device.sendPosition();
    expect(device.counters.forgotten).toBe(501);
    device.perform({ type: 'enterCoverage' });
    await server.messages.first(hasEvent('sos'));
  });
});
