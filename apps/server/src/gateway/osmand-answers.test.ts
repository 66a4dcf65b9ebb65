import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { osmand } from '@varde/protocols/osmand/index';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createInProcessBus, UnprocessableUplink } from '#platform/bus/bus.ts';
import { createLog } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import { createRequestServer, type RequestServerOptions } from './request-server.ts';
import type { GatewayServer } from './stream-server.ts';

let server: GatewayServer | null;
let uplinks: Uplink[];
let judge: (uplink: Uplink) => Promise<UplinkVerdict>;
let clock: ManualClock;

beforeEach(() => {
  uplinks = [];
  clock = createManualClock();
  judge = async ({ kind }) => (kind === 'message' ? 'stored' : 'recorded');
});
afterEach(() => server?.stop());

async function serve(limits: RequestServerOptions['limits'] = {}): Promise<void> {
  const bus = createInProcessBus();
  bus.onUplink((uplink) => {
    uplinks.push(uplink);
    return judge(uplink);
  });
  const log = createLog({ level: 'silent' });
  server = createRequestServer(osmand, {
    gatewayId: 'test',
    bus,
    clock,
    log,
    port: 0,
    host: '127.0.0.1',
    limits,
  });
  await server.start();
}

/** The status, the retry delay, and whether the connection stays. */
async function ask(path = '/?id=phone-1&token=secret&lat=59.91&lon=10.75'): Promise<(string | number | null)[]> {
  const { status, headers } = await fetch(`http://127.0.0.1:${server?.port()}${path}`);
  return [status, headers.get('retry-after'), headers.get('connection')];
}
const malformed = async () =>
  (await metrics.malformed.get()).values
    .filter(({ labels }) => labels.protocol === 'osmand' && labels.reason === 'noIdentity')
    .reduce((sum, { value }) => sum + value, 0);

describe('an answer', () => {
  test.each<[string, () => Promise<UplinkVerdict>, number, string | null]>([
    ['stored', async () => 'stored', 200, null],
    ['a repetition', async () => 'duplicate', 200, null],
    ['no message', async () => 'recorded', 400, null],
    ['of a wrong token', async () => 'wrongToken', 401, null],
    ['not durable', () => Promise.reject(new Error('away')), 503, '5'],
    ['put aside', () => Promise.reject(new UnprocessableUplink()), 503, '5'],
  ])('to a message that is %s', async (_, verdict, status, retry) => {
    await serve();
    judge = verdict;
    expect(await ask()).toEqual([status, retry, 'keep-alive']);
  });

  test('to a client with too many wrong tokens has a retry delay', async () => {
    await serve({ wrongAtOncePerIdentity: 1 });
    judge = async () => 'wrongToken';
    expect([await ask(), await ask()]).toEqual([
      [401, null, 'keep-alive'],
      [429, '5', 'keep-alive'],
    ]);
  });

  test('above the limit of messages in flight says so, and the next one is processed', async () => {
    await serve({ inFlight: 2 });
    const { promise, resolve } = Promise.withResolvers<UplinkVerdict>();
    judge = () => promise;
    const first = [ask(), ask()];
    await vi.waitFor(() => expect(uplinks).toHaveLength(2));
    expect(await ask()).toEqual([503, '5', 'keep-alive']);
    expect(uplinks).toHaveLength(2);
    resolve('stored');
    expect((await Promise.all(first)).map(([status]) => status)).toEqual([200, 200]);
    expect(await ask()).toEqual([200, null, 'keep-alive']);
  });

  test('to messages above the share of an address says so, and a second later they are processed', async () => {
    await serve({ framesPerSecond: 1, framesAtOnce: 2 });
    expect([await ask(), await ask(), await ask()].map(([status]) => status)).toEqual([200, 200, 503]);
    clock.advance(999);
    expect((await ask())[0]).toBe(503);
    clock.advance(1);
    expect((await ask())[0]).toBe(200);
  });
});

test('an address that has used up its processor time opens no connection until it has recovered', async () => {
  await serve({ addressWorkPerSecond: 50, addressWorkAtOnce: 10, workAtOnce: 1000 });
  judge = async () => {
    clock.advance(20);
    return 'stored';
  };
  expect((await ask())[0]).toBe(200);
  const refused = await DeviceSocket.connect(server?.port() ?? 0);
  refused.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await refused.closed;
  expect(refused.received).toHaveLength(0);
  clock.advance(1000);
  const admitted = await DeviceSocket.connect(server?.port() ?? 0);
  admitted.send('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await admitted.closed;
  expect(admitted.received.toString()).toMatch(/^HTTP\/1\.1 400/);
});

test('unreadable requests are recorded a hundred times at once and once a second for an address, and always counted', async () => {
  await serve();
  const before = await malformed();
  const askOften = async (count: number) => {
    for (let n = 0; n < count; n += 1) expect((await ask('/?lat=1&lon=2'))[0]).toBe(400);
    return uplinks.length;
  };
  expect(await askOften(102)).toBe(100);
  clock.advance(990);
  expect(await askOften(2)).toBe(100);
  clock.advance(20);
  expect(await askOften(2)).toBe(101);
  clock.advance(10_000);
  expect(await askOften(12)).toBe(111);
  expect((await malformed()) - before).toBe(118);
});

test('an authenticated phone is answered however often others guess', async () => {
  await serve({ wrongAtOnce: 2 });
  judge = async () => 'duplicate';
  expect((await ask())[0]).toBe(200);
  judge = async () => 'wrongToken';
  const guesses = [];
  for (let n = 0; n < 3; n += 1) guesses.push((await ask(`/?id=phone-1&token=guess${n}&lat=1&lon=2`))[0]);
  expect(guesses).toEqual([401, 401, 429]);
  judge = async () => 'stored';
  expect((await ask())[0]).toBe(200);
});

test.each(['recorded', null])(
  'an answer that is %s reveals nothing about the token, right or wrong',
  async (verdict) => {
    await serve({ wrongAtOnce: 1 });
    judge = () => (verdict === null ? Promise.reject(new Error('away')) : Promise.resolve('recorded'));
    for (let n = 0; n < 3; n += 1) expect((await ask())[0]).not.toBe(429);
    judge = async () => 'wrongToken';
    expect((await ask())[0]).toBe(401);
    expect((await ask())[0]).toBe(429);
  },
);

test('a server that stops answers messages being stored, and accepts nothing new', async () => {
  await serve();
  const { promise, resolve } = Promise.withResolvers<UplinkVerdict>();
  judge = () => promise;
  const answered = ask();
  await vi.waitFor(() => expect(uplinks).toHaveLength(1));
  const stopped = server?.stop();
  await expect(ask()).rejects.toThrow();
  resolve('stored');
  expect((await answered)[0]).toBe(200);
  await stopped;
  server = null;
});

test('a port in use is reported, not swallowed', async () => {
  await serve();
  const log = createLog({ level: 'silent' });
  const options = {
    gatewayId: 'test',
    bus: createInProcessBus(),
    clock,
    log,
    port: server?.port() ?? 0,
    host: '127.0.0.1',
  };
  await expect(createRequestServer(osmand, options).start()).rejects.toThrow('EADDRINUSE');
});
