import { osmand } from '@varde/protocols/osmand/index';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeRequestServer, startFakeRequestServer } from '../testing/fake-request-server.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { isAcknowledged, logNotices } from '../testing/notice-log.ts';
import { createVirtualDevice, type VirtualDevice } from './virtual-device.ts';

let server: FakeRequestServer;
let clock: ManualClock;
let device: VirtualDevice;

beforeEach(async () => {
  server = await startFakeRequestServer(osmand);
  clock = createManualClock();
  device = createVirtualDevice({
    protocol: 'osmand',
    identity: 'app-17',
    token: 'let me in',
    host: '127.0.0.1',
    port: server.port,
    clock,
  });
});
afterEach(async () => {
  device.close();
  await server.close();
});

describe('a virtual phone with the app', () => {
  it('sends an SOS with its token, its position and its time', async () => {
    const notices = logNotices(device);
    await device.connect();
    device.pressSos();
    const { received } = await server.requests.first(() => true);
    expect(received).toMatchObject({ type: 'message', identity: 'app-17', token: 'let me in' });
    if (received.type !== 'message') throw new Error('malformed');
    expect(received.report.samples[0]).toMatchObject({
      at: clock.now(),
      events: [{ code: 'sos' }],
      position: { lat: 67.2835, lng: 14.38 },
    });
    await notices.first(isAcknowledged('sos'));
  });

  it('repeats a request, unchanged, until the server answers 200', async () => {
    const notices = logNotices(device);
    server.answerWith(503);
    await device.connect();
    device.pressSos();
    await server.requests.waitFor(() => true, 1);
    server.answerWith(null);
    clock.advance(10_000);
    const requests = await server.requests.waitFor(() => true, 2);
    expect(requests[1]?.url).toBe(requests[0]?.url);
    await notices.first(isAcknowledged('sos'));
  });

  it('does not repeat a request that the server has refused', async () => {
    const notices = logNotices(device);
    server.answerWith(401);
    await device.connect();
    device.sendPosition();
    await notices.first(({ type }) => type === 'refused');
    expect(device.unacknowledged).toEqual([]);
  });

  it('keeps messages while there is no server, and sends them when there is one', async () => {
    const notices = logNotices(device);
    const { port } = server;
    await server.close();
    await device.connect();
    device.pressSos();
    await notices.first(({ type }) => type === 'disconnected');
    expect(device.unacknowledged).toHaveLength(1);
    server = await startFakeRequestServer(osmand, port);
    clock.advance(2_000);
    await notices.first(isAcknowledged('sos'));
  });

  it('continues after it sent garbage', async () => {
    const notices = logNotices(device);
    await device.connect();
    device.perform({ type: 'garbage', bytes: Uint8Array.from([1, 2, 3]) });
    device.pressSos();
    await notices.first(isAcknowledged('sos'));
    expect(server.requests.all[0]?.received).toMatchObject({ type: 'malformed' });
  });
});
