import { request } from 'node:http';
import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { createManualClock } from '@varde/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import { createLog } from '#platform/log.ts';
import { hashOfToken } from '#platform/tokens.ts';
import { createOsmandServer } from './osmand-server.ts';
import type { GatewayServer } from './stream-server.ts';

let server: GatewayServer;
let uplinks: Uplink[];
let judge: (uplink: Uplink) => Promise<UplinkVerdict>;

beforeEach(async () => {
  const bus = createInProcessBus();
  uplinks = [];
  judge = async () => 'stored';
  bus.onUplink((uplink) => {
    uplinks.push(uplink);
    return judge(uplink);
  });
  const log = createLog({ level: 'silent' });
  server = createOsmandServer({ bus, clock: createManualClock(), log, port: 0 });
  await server.start();
});
afterEach(() => server.stop());

function call(path: string, body?: { type: string; text: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': body.type };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ port: server.port(), path, method, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body?.text);
  });
}

const position = '/?id=phone-1&token=secret&lat=59.91&lon=10.75&timestamp=1768478400&alarm=sos';

describe('a phone', () => {
  test('is answered 200 when its message is durable, and its token goes along as a hash', async () => {
    expect(await call(position)).toBe(200);
    expect(uplinks).toMatchObject([
      {
        kind: 'message',
        protocol: 'osmand',
        identity: 'phone-1',
        tokenHash: hashOfToken('secret'),
        connectionId: '',
        tranSource: 1,
        report: { samples: [{ metyId: 1 }] },
      },
    ]);
  });

  test.each([
    ['duplicate', 200],
    ['wrongToken', 401],
    ['unknownDevice', 404],
  ] as const)('hears of a message that is %s with %i', async (verdict, status) => {
    judge = async () => verdict;
    expect(await call(position)).toBe(status);
  });

  test('is told to try again when its message is not durable', async () => {
    judge = () => Promise.reject(new Error('database down'));
    expect(await call(position)).toBe(503);
  });

  test('without a token sends the hash of none, which no device has', async () => {
    await call('/?id=phone-1&lat=59.91&lon=10.75');
    expect(uplinks).toMatchObject([{ tokenHash: hashOfToken('') }]);
  });

  test('that does not say who it is gets 400, and what it sent is recorded', async () => {
    expect(await call('/?lat=1&lon=2')).toBe(400);
    expect(uplinks).toMatchObject([{ kind: 'malformed', reason: 'noIdentity' }]);
  });

  test('that sends too much gets 413', async () => {
    expect(await call('/', { type: 'application/json', text: ' '.repeat(100_000) })).toBe(413);
    expect(uplinks).toEqual([]);
  });

  test.each([
    ['a query', position, undefined],
    [
      'a form',
      '/',
      { type: 'application/x-www-form-urlencoded', text: 'id=phone-1&token=secret&lat=1&lon=2' },
    ],
    [
      'JSON',
      '/',
      { type: 'application/json', text: '{"device_id": "phone-1", "token": "secret", "location": {}}' },
    ],
  ])('whose message is kept as %s leaves no token in it', async (_form, path, body) => {
    expect(await call(path, body)).toBe(200);
    const raw = uplinks.map((uplink) => ('raw' in uplink ? Buffer.from(uplink.raw).toString() : ''));
    expect(raw[0]).toContain('phone-1');
    expect(raw[0]).not.toContain('secret');
  });
});
