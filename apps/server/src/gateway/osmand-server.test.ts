import { request } from 'node:http';
import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { osmand } from '@varde/protocols/osmand/index';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { createLog } from '#platform/log/log.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import { createRequestServer, type RequestServerOptions } from './request-server.ts';
import type { GatewayServer } from './stream-server.ts';

let server: GatewayServer;
let uplinks: Uplink[];
let judge: (uplink: Uplink) => Promise<UplinkVerdict>;
let clock: ManualClock;
let start: (over: Pick<RequestServerOptions, 'trustProxy' | 'limits'>) => Promise<void>;

beforeEach(async () => {
  const bus = createInProcessBus();
  uplinks = [];
  judge = async () => 'stored';
  bus.onUplink((uplink) => {
    uplinks.push(uplink);
    return judge(uplink);
  });
  clock = createManualClock();
  start = async (over) => {
    server = createRequestServer(osmand, {
      gatewayId: 'test',
      bus,
      clock,
      log: createLog({ level: 'silent' }),
      port: 0,
      host: '127.0.0.1',
      ...over,
    });
    await server.start();
  };
  await start({});
});
afterEach(() => server.stop());

async function restart(over: Parameters<typeof start>[0]): Promise<void> {
  await server.stop();
  await start(over);
}

/** The status of each answer. */
function statusesIn(received: Buffer | undefined): number[] {
  const answers = received?.toString().matchAll(/HTTP\/1\.1 (\d+)/g) ?? [];
  return [...answers].map(([, status]) => Number(status));
}

function call(path: string, body?: { type: string; text: string }, from?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': body.type }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(
      { host: '127.0.0.1', port: server.port(), path, method, headers, agent: false },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body?.text);
  });
}

const position = '/?id=phone-1&token=secret&lat=59.91&lon=10.75&timestamp=1768478400&alarm=sos';

describe('a phone', () => {
  test('is answered 200 when its message is durable, and its token is published as a hash', async () => {
    expect(await call(position)).toBe(200);
    expect(uplinks).toMatchObject([
      {
        kind: 'message',
        protocol: 'osmand',
        identity: 'phone-1',
        tokenHash: hashOfToken('secret'),
        gatewayId: 'test',
        connectionId: '',
        tranSource: 1,
        report: { samples: [{ metyId: 1 }] },
      },
    ]);
  });

  test.each([
    ['duplicate', 200],
    ['wrongToken', 401],
    ['unknownDevice', 401], // as with a wrong token: guessing reveals no identity
  ] as const)('with a message that is %s gets %i', async (verdict, status) => {
    judge = async () => verdict;
    expect(await call(position)).toBe(status);
  });

  test('gets an answer to retry when its message is not durable', async () => {
    judge = () => Promise.reject(new Error('database down'));
    expect(await call(position)).toBe(503);
  });

  test('without a token sends the hash of an empty one, which no device has', async () => {
    await call('/?id=phone-1&lat=59.91&lon=10.75');
    expect(uplinks).toMatchObject([{ tokenHash: hashOfToken('') }]);
  });

  test('without an identity gets 400, and its request is recorded', async () => {
    expect(await call('/?lat=1&lon=2')).toBe(400);
    expect(uplinks).toMatchObject([{ kind: 'malformed', reason: 'noIdentity' }]);
  });

  test('gets its answer also when many send at once and have to take turns', async () => {
    await restart({ limits: { turnMs: 0 } });
    const answers = await Promise.all(Array.from({ length: 40 }, () => call(position)));
    expect(new Set(answers)).toEqual(new Set([200]));
  });

  test('gets one answer at a time on a connection; pipelined requests are left to the next one', async () => {
    const release = Promise.withResolvers<UplinkVerdict>();
    judge = () => release.promise;
    const device = await DeviceSocket.connect(server.port());
    const sent = `GET ${position} HTTP/1.1\r\nhost: x\r\n\r\n`;
    device.send(sent.repeat(50));
    await vi.waitFor(() => expect(uplinks).toHaveLength(1));
    release.resolve('stored');
    await device.closed;
    expect(statusesIn(device.received)).toEqual([200, 503]);
    expect(uplinks).toHaveLength(1);
  });

  test('that has used up its processor time has to wait, and others do not', async () => {
    await restart({ limits: { workPerSecond: 50, workAtOnce: 10 } });
    judge = async () => {
      clock.advance(20); // the time to read it
      return 'stored';
    };
    const phones = [await DeviceSocket.connect(server.port()), await DeviceSocket.connect(server.port())];
    const ask = async (phone: DeviceSocket | undefined, count: number) => {
      phone?.send(`GET ${position} HTTP/1.1\r\nhost: x\r\n\r\n`);
      await vi.waitFor(() => expect(statusesIn(phone?.received)).toHaveLength(count));
      return statusesIn(phone?.received);
    };
    // 10 ms are owed and 1 ms is requested: 220 ms make them good.
    expect(await ask(phones[0], 1)).toEqual([200]);
    clock.advance(219);
    expect(await ask(phones[0], 2)).toEqual([200, 503]);
    await phones[0]?.closed;
    expect(await ask(phones[1], 1)).toEqual([200]);
    clock.advance(220);
    expect(await ask(phones[1], 2)).toEqual([200, 200]);
    phones[1]?.socket.destroy();
  });

  test('that sends too much gets 413, and its request is recorded', async () => {
    expect(await call('/', { type: 'application/json', text: ' '.repeat(100_000) })).toBe(413);
    expect(uplinks).toMatchObject([{ kind: 'malformed', reason: 'tooLong' }]);
  });

  test.each([
    ['a query', position, undefined],
    ['a form', '/', { type: 'application/x-www-form-urlencoded', text: 'id=phone-1&token=secret&lat=1&lon=2' }],
    ['JSON', '/', { type: 'application/json', text: '{"device_id": "phone-1", "token": "secret", "location": {}}' }],
  ])('whose message is kept as %s leaves no token in it', async (_form, path, body) => {
    expect(await call(path, body)).toBe(200);
    const raw = uplinks.map((uplink) => ('raw' in uplink ? Buffer.from(uplink.raw).toString() : ''));
    expect(raw[0]).toContain('phone-1');
    expect(raw[0]).not.toContain('secret');
  });
});

describe('guessing tokens or identities', () => {
  const at = (over: { id?: string; token?: string; from?: string }) =>
    call(`/?id=${over.id ?? 'phone-1'}&token=${over.token ?? 'wrong'}&lat=1&lon=2`, undefined, over.from);
  const times = async (count: number, over: Parameters<typeof at>[0]) => {
    const answers = [];
    for (let n = 0; n < count; n++) answers.push(await at({ ...over, token: over.token ?? `t${n}` }));
    return answers;
  };
  const all = (count: number, status: number) => Array.from({ length: count }, () => status);
  beforeEach(() => {
    judge = async (uplink) => {
      if (uplink.kind !== 'message') return 'recorded';
      if (!uplink.identity.startsWith('phone')) return 'unknownDevice';
      return uplink.tokenHash === hashOfToken('right') ? 'stored' : 'wrongToken';
    };
  });

  test('is limited after ten wrong ones for a phone, without a lookup; a second later one more is allowed', async () => {
    expect(await times(12, {})).toEqual([...all(10, 401), 429, 429]);
    expect(uplinks).toHaveLength(10);
    clock.advance(1000);
    expect(await times(2, {})).toEqual([401, 429]);
    expect(await at({ id: 'phone-2' })).toBe(401);
  });

  test('is limited after a hundred identities, known or not, with the same answer', async () => {
    const answers = [];
    for (let n = 0; n < 101; n++) answers.push(await at({ id: n % 2 === 0 ? `phone-${n}` : `nobody-${n}` }));
    expect(answers).toEqual([...all(100, 401), 429]);
  });

  test('limits no other address, and no phone that has authenticated with its token', async () => {
    await restart({ trustProxy: true });
    expect(await at({ token: 'right', from: '192.0.2.1' })).toBe(200);
    expect(await times(11, { from: '192.0.2.1' })).toEqual([...all(10, 401), 429]);
    expect(await at({ token: 'right', from: '192.0.2.1' })).toBe(200);
    expect(await at({ from: '192.0.2.2' })).toBe(401);
    expect(await at({ id: 'phone-2', token: 'right', from: '192.0.2.2' })).toBe(200);
  });

  test('is limited per IPv6 network, and cannot choose an address without a trusted proxy', async () => {
    for (let n = 0; n < 11; n++) await at({ from: `192.0.2.${n}` });
    expect(await at({ from: '192.0.2.99' })).toBe(429);
    expect(uplinks[0]).toMatchObject({ remoteAddress: '127.0.0.1' });
    await restart({ trustProxy: true });
    uplinks = [];
    for (let n = 0; n < 11; n++) await at({ from: `9.9.9.9, 2001:db8:0:1::${n + 1}` });
    expect(uplinks).toHaveLength(10);
    expect(uplinks[0]).toMatchObject({ remoteAddress: '2001:db8:0:1::1' });
    expect(await at({ from: '2001:db8:0:2::1' })).toBe(401);
  });

  test('with a token that is no longer valid is limited like any other', async () => {
    await at({ token: 'right' });
    judge = async () => 'wrongToken';
    expect(await times(12, { token: 'right' })).toEqual([...all(10, 401), 429, 429]);
  });
});
