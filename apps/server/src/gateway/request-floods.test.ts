import { request } from 'node:http';
import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { osmand } from '@varde/protocols/osmand/index';
import type { RequestProtocol } from '@varde/protocols/protocol';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { createLog } from '#platform/log/log.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import type { GatewayLimits } from './gateway-limits.ts';
import { createRequestServer } from './request-server.ts';
import type { GatewayServer } from './stream-server.ts';

/** Processor time of one request, in milliseconds: five use up the share of the strangers of an address. */
const workMs = 94;
const share = { strangersWorkPerSecond: 10, strangersWorkAtOnce: 430, neighboursWorkAtOnce: 0 };

let server: GatewayServer;
let uplinks: Uplink[];
let read: number;
let clock: ManualClock;

const slow: RequestProtocol = {
  ...osmand,
  read: (given) => {
    read += 1;
    clock.advance(workMs);
    return osmand.read(given);
  },
};

async function start(trustProxy: boolean, over: Partial<GatewayLimits> = {}): Promise<void> {
  const bus = createInProcessBus();
  bus.onUplink(async (uplink): Promise<UplinkVerdict> => {
    uplinks.push(uplink);
    if (uplink.kind !== 'message') return 'recorded';
    return uplink.tokenHash === hashOfToken('right') ? 'stored' : 'wrongToken';
  });
  const log = createLog({ level: 'silent' });
  const at = { gatewayId: 'test', port: 0, host: '127.0.0.1' };
  server = createRequestServer(slow, { ...at, bus, clock, log, trustProxy, limits: { ...share, ...over } });
  await server.start();
}

beforeEach(() => {
  uplinks = [];
  read = 0;
  clock = createManualClock();
});
afterEach(() => server.stop());

function call(path: string, from?: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = from === undefined ? {} : { 'x-forwarded-for': from };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ host: '127.0.0.1', port: server.port(), path, method, headers, agent: false }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
/** A request that is not answered yet. */
function waiting(...given: Parameters<typeof call>) {
  const state = { status: 0 };
  void call(...given).then((status) => {
    state.status = status;
  });
  return state;
}
const someTime = () => new Promise((resolve) => setTimeout(resolve, 60));
const nonsense = '/?lat=1&lon=2';
const alarm = (token: string, phone = 1) => `/?id=phone-${phone}&token=${token}&alarm=sos`;

describe.each([
  ['on its own connections', false],
  ['behind a trusted proxy', true],
])('an address %s', (_name, trustProxy) => {
  const stranger = trustProxy ? '192.0.2.1' : undefined;
  beforeEach(() => start(trustProxy));

  test('whose strangers have used up their processor time waits, before anything more is read of it', async () => {
    for (let n = 0; n < 5; n++) expect(await call(nonsense, stranger)).toBe(400);
    const held = [waiting(nonsense, stranger), waiting('/', stranger, '['.repeat(60_000))];
    await someTime();
    expect([read, ...held.map(({ status }) => status)]).toEqual([5, 0, 0]);
    clock.advance(20_000);
    await vi.waitFor(() => expect(held.map(({ status }) => status)).toEqual([400, 400]));
  });

  test('is charged for wrong tokens as for what cannot be read', async () => {
    for (let n = 0; n < 5; n++) expect(await call(alarm('wrong'), stranger)).toBe(401);
    const held = waiting(alarm('wrong'), stranger);
    await someTime();
    expect([read, held.status]).toEqual([5, 0]);
    clock.advance(20_000);
    await vi.waitFor(() => expect(held.status).toBe(401));
  });

  test('is not charged for its devices, and a device that it knows does not wait for its strangers', async () => {
    for (let n = 0; n < 8; n++) expect(await call(alarm('right', n), stranger)).toBe(200);
    const device = await DeviceSocket.connect(server.port());
    const from = stranger === undefined ? '' : `x-forwarded-for: ${stranger}\r\n`;
    const press = () => device.send(`GET ${alarm('right')} HTTP/1.1\r\nhost: x\r\n${from}\r\n`);
    const answers = () => device.received.toString().match(/HTTP\/1.1 200/g)?.length;
    press();
    await vi.waitFor(() => expect(answers()).toBe(1));
    for (let n = 0; n < 5; n++) expect(await call(nonsense, stranger)).toBe(400);
    clock.advance(1_000); // the share of the connection
    const held = waiting(nonsense, stranger);
    await someTime();
    expect(held.status).toBe(0);
    press();
    await vi.waitFor(() => expect(answers()).toBe(2));
    device.socket.destroy();
    clock.advance(20_000);
    await vi.waitFor(() => expect(held.status).toBe(400));
  });
});

test('behind a trusted proxy an address does not use up the share of another', async () => {
  await start(true);
  for (let n = 0; n < 5; n++) await call(nonsense, '192.0.2.1');
  expect(await call(nonsense, '192.0.2.2')).toBe(400);
});

test.each([
  ['on its own connections', false],
  ['behind a trusted proxy', true],
])(
  'a new device of an address with devices, %s, does not wait for strangers who have used up its share',
  async (_name, trustProxy) => {
    await start(trustProxy, { neighboursWorkAtOnce: 10 * workMs });
    const from = trustProxy ? '192.0.2.1' : undefined;
    expect(await call(alarm('right', 1), from)).toBe(200);
    for (let n = 0; n < 7; n++) await call(nonsense, from);
    expect(await call(alarm('right', 2), from)).toBe(200);
  },
);
