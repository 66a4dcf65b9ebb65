import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { eview } from '@varde/protocols/eview/index';
import { osmand } from '@varde/protocols/osmand/index';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createTestGateway, eviewAck, eviewPress, type TestGateway } from '@varde/testing/gateway';
import { startTestServer } from '@varde/testing/test-server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import { AllowList } from './allow-list.ts';
import { createRequestServer } from './request-server.ts';
import { createStreamServer } from './stream-server.ts';

let gateway: TestGateway;
let lines: Record<string, unknown>[];
beforeEach(() => {
  gateway = createTestGateway();
  lines = [];
});
afterEach(() => gateway.close());

const logged = () => createLog({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const refusals = async (protocol: string) =>
  (await metrics.connectionsRefused.get()).values.find(
    ({ labels }) => labels.protocol === protocol && labels.reason === 'notAllowed',
  )?.value ?? 0;

async function serve(create: 'eview' | 'osmand', allowed: readonly string[]) {
  const { bus, clock } = gateway;
  const options = {
    gatewayId: 'test',
    bus,
    clock,
    log: logged(),
    port: 0,
    allowed,
    limits: { drainSeconds: 1 },
  };
  const server = create === 'eview' ? createStreamServer(eview, options) : createRequestServer(osmand, options);
  gateway.servers.push(server);
  await server.start();
  return server.port();
}

describe.each(['eview', 'osmand'] as const)('a port of %s with a list of networks', (protocol) => {
  test('refuses an address outside of them, before anything is read, and counts it', async () => {
    const before = await refusals(protocol);
    const device = await DeviceSocket.connect(await serve(protocol, ['10.0.0.0/8', '2001:db8::/32']));
    device.send(eviewPress(1));
    await device.closed;
    expect(gateway.uplinks).toEqual([]);
    expect(await refusals(protocol)).toBe(before + 1);
  });

  test('serves an address in one of them', async () => {
    const port = await serve(protocol, ['10.0.0.0/8', '127.0.0.0/8']);
    if (protocol === 'eview') {
      const device = await gateway.dial(port);
      device.send(eviewPress(1));
      expect(await device.bytes(1)).toEqual(eviewAck(1));
    } else {
      const status = (await fetch(`http://127.0.0.1:${port}/?id=a&token=b&lat=59.9&lon=10.7`)).status;
      expect(status).toBe(200);
    }
  });

  test('that is empty serves everybody', async () => {
    const port = await serve(protocol, []);
    const socket = connect(port, '127.0.0.1');
    await vi.waitFor(() => expect(socket.readyState).toBe('open'));
    const other = await serve(protocol, ['10.0.0.0/8']);
    await (await DeviceSocket.connect(other)).closed;
    expect(socket.readyState).toBe('open');
    socket.destroy();
  });
});

test('refusals are logged at once, and after that once a minute with their count', () => {
  const list = new AllowList(['10.0.0.0/8'], 'eview', logged());
  const refuse = (address: string) => expect(list.admits(address)).toBe(false);
  list.report(0);
  expect(lines).toEqual([]);
  refuse('192.0.2.1');
  list.report(1000);
  for (let n = 0; n < 3; n++) refuse('192.0.2.2');
  list.report(2000);
  list.report(60_999);
  expect(lines).toMatchObject([{ protocol: 'eview', times: 1, last: '192.0.2.1' }]);
  list.report(61_000);
  list.report(999_000);
  expect(lines.slice(1)).toMatchObject([{ protocol: 'eview', times: 3, last: '192.0.2.2' }]);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('each port has its list from the configuration, and the others are not restricted by it', async () => {
  const names = ['EVIEW', 'WATCH', 'OSMAND'] as const;
  const ports = { EVIEW: await freePort(), WATCH: await freePort(), OSMAND: await freePort() };
  for (const limited of names) {
    const environment = Object.fromEntries(
      names.flatMap((name) => [
        [`VARDE_${name}_PORT`, String(ports[name])],
        [`VARDE_${name}_ALLOW`, name === limited ? '10.0.0.0/8' : '127.0.0.1'],
      ]),
    );
    const server = await startTestServer({ environment });
    await server.app.start();
    const devices = await Promise.all(names.map((name) => DeviceSocket.connect(ports[name])));
    await devices[names.indexOf(limited)]?.closed;
    expect(devices.map(({ socket }) => socket.readyState === 'open')).toEqual(names.map((name) => name !== limited));
    for (const { socket } of devices) socket.destroy();
    await server.close();
  }
});
