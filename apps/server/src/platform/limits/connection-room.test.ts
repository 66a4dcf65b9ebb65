import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { eviewAck, eviewIdentity, eviewPress } from '@varde/testing/gateway';
import { startTestServer } from '@varde/testing/test-server';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { metrics } from '../log/metrics.ts';
import { connectionRoom, forOurselves, openFilesLimit } from './connection-room.ts';

describe('the limit of open files', () => {
  test.each([
    [200_000, undefined, { http: 10_000, devices: 100_000 }],
    [20_000, undefined, { http: 4_937, devices: 14_813 }],
    [1_024, undefined, { http: 193, devices: 581 }],
    [1_024, 50, { http: 50, devices: 724 }],
    [1_024, 5_000, { http: 193, devices: 581 }],
    [null, undefined, { http: 10_000, devices: 100_000 }],
    [null, 7, { http: 7, devices: 100_000 }],
  ])('is shared: of %s, with %s wished for browsers, %o', (openFiles, http, room) => {
    expect(connectionRoom(openFiles, http)).toEqual(room);
  });

  test('is never exceeded, and devices get the larger part', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: forOurselves + 10, max: 2_000_000 }),
        fc.option(fc.integer({ min: 1 })),
        (files, http) => {
          const room = connectionRoom(files, http ?? undefined);
          expect(room.http + room.devices).toBeLessThanOrEqual(files - forOurselves);
          expect(room.http).toBeLessThanOrEqual((files - forOurselves) / 4);
          expect(room.devices).toBeGreaterThanOrEqual(Math.min(100_000, ((files - forOurselves) * 3) / 4));
          expect(room.http).toBeGreaterThan(0);
        },
      ),
    );
  });

  test.runIf(process.platform === 'linux')('is known on Linux', () => {
    expect(openFilesLimit()).toBeGreaterThan(100);
  });
});

test('when browsers use all of their share, one more is refused and a device is answered', async () => {
  const eviewPort = await freePort();
  const server = await startTestServer({
    environment: { VARDE_HTTP_CONNECTIONS: '5', VARDE_EVIEW_PORT: String(eviewPort) },
  });
  const open: DeviceSocket[] = [];
  const dial = async (port: number, from?: string) => {
    const socket = await DeviceSocket.connect(port, from);
    open.push(socket);
    return socket;
  };
  const refused = async () =>
    (await metrics.connectionsRefused.get()).values.find(
      ({ labels }) => labels.protocol === 'browser' && labels.reason === 'full',
    )?.value ?? 0;
  try {
    await server.app.start();
    await createDevice(server.db, { custId: await createCustomer(server.db), identity: eviewIdentity });
    const before = await refused();
    for (const from of [2, 2, 3, 3, 4]) await dial(server.port(), `127.0.0.${from}`); // no address has more than half
    await (await dial(server.port())).closed;
    expect((await refused()) - before).toBe(1);
    const device = await dial(eviewPort);
    device.send(eviewPress(1));
    expect(await device.bytes(eviewAck(1).length)).toEqual(eviewAck(1));
    open[0]?.socket.destroy();
    await open[0]?.closed;
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${server.port()}/healthz`)).status).toBe(200));
  } finally {
    for (const { socket } of open) socket.destroy();
    await server.close();
  }
});
