import { request as sendRequest } from 'node:http';
import { defineEndpoint } from '@varde/contract/endpoint';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log/log.ts';
import { readBodies } from './bodies.ts';
import type { Callers } from './callers.ts';
import { Door } from './door.ts';
import { registerEndpoints } from './endpoints.ts';
import { createHttpServer } from './server.ts';
import type { SessionHolder } from './sessions.ts';

/** Processor time of the check of one body, in milliseconds: three use up the share. */
const workMs = 400;
const share = { msPerSecond: 100, connectionsPerAddress: 50 };

let app: FastifyInstance;
let clock: ManualClock;
let port: number;
/** Bodies that were parsed and checked. */
let checked: unknown[];
let known: Map<string, number>;

const body = z.any().refine((given) => {
  checked.push(given);
  clock.advance(workMs);
  return given?.wrong === undefined;
});
const response = z.object({ ok: z.boolean() });
const call = { method: 'POST', response, body, summary: '' } as const;
const group = {
  open: defineEndpoint({ ...call, path: '/open', permission: 'public' }),
  closed: defineEndpoint({ ...call, path: '/closed', permission: 'session' }),
  large: defineEndpoint({ ...call, path: '/large', permission: 'public', maxBodyBytes: 100_000 }),
  form: defineEndpoint({ ...call, path: '/form', permission: 'public', form: true }),
  look: defineEndpoint({ method: 'GET', path: '/look', response, summary: '', permission: 'public' }),
};
const handlers = Object.fromEntries(Object.keys(group).map((name) => [name, async () => ({ ok: true })]));

/** Tokens are `user <id>`. */
function callersOf(): Pick<Callers, 'userOf' | 'identify' | 'identifyKey' | 'serve'> {
  const holderOf = (token: string | null): SessionHolder | null => {
    if (token === null || !/^user\d+$/.test(token)) return null;
    const userId = Number(token.slice(4));
    known.set(token, userId);
    const caller = { userId, mayAnywhere: () => true };
    return { tokenHash: token, caller: { ...caller, acting: caller } } as unknown as SessionHolder;
  };
  return {
    userOf: (secret) => (secret === null ? undefined : known.get(secret)),
    identify: async (token) => holderOf(token),
    identifyKey: () => Promise.reject(new Error('no keys here')),
    serve: (_holder, _arrival, answer) => answer(),
  };
}

async function start(trustProxy = false): Promise<void> {
  const log = createLog({ level: 'silent' });
  app = await createHttpServer({ log, clock, trustProxy, https: false, tilesUrl: null });
  const callers = callersOf();
  const door = new Door({ callers, clock, trustProxy, ...share });
  door.open(app);
  readBodies(app, door);
  registerEndpoints(app, 'test', group, handlers as never, {
    callers: { ...callers, aboutAlarms: callers, elsewhere: callers, reports: callers },
    door,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
}

beforeEach(() => {
  clock = createManualClock();
  checked = [];
  known = new Map();
});
afterEach(() => app.close());

interface Given {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
function send(path: string, { method = 'POST', headers = {}, body: sent = '{}' }: Given = {}) {
  const answer = Promise.withResolvers<{ status: number; headers: NodeJS.Dict<string | string[]> }>();
  const type = { 'content-type': 'application/json', 'x-varde-context': 'PROFFWEB' };
  const request = sendRequest(
    { host: '127.0.0.1', port, path, method, headers: { ...type, ...headers }, agent: false },
    (got) => got.resume().on('end', () => answer.resolve({ status: got.statusCode ?? 0, headers: got.headers })),
  );
  request.on('error', () => answer.resolve({ status: 0, headers: {} }));
  request.end(method === 'GET' ? undefined : sent);
  return answer.promise;
}
const statusOf = async (...given: Parameters<typeof send>) => (await send(...given)).status;
/** A call that is not answered yet. */
function waiting(...given: Parameters<typeof send>) {
  const state = { status: -1 };
  void statusOf(...given).then((status) => {
    state.status = status;
  });
  return state;
}
const someTime = () => new Promise((resolve) => setTimeout(resolve, 80));
const cookie = { cookie: 'varde_session=user1' };

describe.each([
  ['on its own connections', false],
  ['behind a trusted proxy', true],
])('an address %s', (_name, trustProxy) => {
  const from = trustProxy ? { 'x-forwarded-for': '192.0.2.1' } : {};
  beforeEach(() => start(trustProxy));

  test.each([
    ['calls', '{}', 200],
    ['refused calls', '{"wrong":1}', 400],
  ])(
    'that has used up its processor time by %s waits, before anything more is read of it',
    async (_of, sent, status) => {
      for (let n = 0; n < 3; n++) expect(await statusOf('/open', { headers: from, body: sent })).toBe(status);
      const held = [
        waiting('/open', { headers: from, body: sent }),
        waiting('/look', { headers: from, method: 'GET' }),
        waiting('/nowhere', { headers: from }),
        waiting('/open', { headers: { ...from, 'content-type': 'text/plain' } }),
      ];
      await someTime();
      expect([checked.length, ...held.map((each) => each.status)]).toEqual([3, -1, -1, -1, -1]);
      clock.advance(60_000);
      await vi.waitFor(() => expect(held.map((each) => each.status)).toEqual([status, 200, 404, 400]));
    },
  );

  test('is not charged for a user, whose own share is used up wherever the calls come from', async () => {
    for (let n = 0; n < 3; n++) expect(await statusOf('/closed', { headers: { ...from, ...cookie } })).toBe(200);
    const held = waiting('/closed', { headers: { ...from, ...cookie } });
    await someTime();
    expect(held.status).toBe(-1);
    expect(await statusOf('/look', { headers: from, method: 'GET' })).toBe(200);
    clock.advance(60_000);
    await vi.waitFor(() => expect(held.status).toBe(200));
  });

  test('delays no user on a connection where the user was recognised', async () => {
    const console = await DeviceSocket.connect(port);
    const head = Object.entries({ host: 'x', ...from, ...cookie }).map(([name, value]) => `${name}: ${value}\r\n`);
    const look = () => console.send(`GET /look HTTP/1.1\r\n${head.join('')}\r\n`);
    const answers = () => console.received.toString().match(/HTTP\/1.1 200/g)?.length;
    look();
    await vi.waitFor(() => expect(answers()).toBe(1));
    for (let n = 0; n < 3; n++) await statusOf('/open', { headers: from });
    const held = waiting('/look', { headers: from, method: 'GET' });
    await someTime();
    expect(held.status).toBe(-1);
    look();
    await vi.waitFor(() => expect(answers()).toBe(2));
    console.socket.destroy();
    clock.advance(60_000);
    await vi.waitFor(() => expect(held.status).toBe(200));
  });
});

test('behind a trusted proxy an address does not use up the share of another, nor of a user there', async () => {
  await start(true);
  expect(await statusOf('/closed', { headers: cookie })).toBe(200);
  for (let n = 0; n < 3; n++) await statusOf('/open', { headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(await statusOf('/look', { headers: { 'x-forwarded-for': '192.0.2.2' }, method: 'GET' })).toBe(200);
  const there = { 'x-forwarded-for': '192.0.2.1', ...cookie };
  expect(await statusOf('/closed', { headers: there })).toBe(200);
});

describe('a body', () => {
  beforeEach(() => start());
  const of = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));

  test.each([
    ['a call without a login', '/open', 4096],
    ['another', '/closed', 16_384],
    ['a call that says more', '/large', 100_000],
  ])('of %s has a limit, and is not read when it is longer', async (_call, path, limit) => {
    expect(await statusOf(path, { headers: cookie, body: of(limit) })).toBe(200);
    expect(await statusOf(path, { headers: cookie, body: of(limit + 1) })).toBe(413);
    const chunked = { ...cookie, 'transfer-encoding': 'chunked' };
    expect([413, 0]).toContain(await statusOf(path, { headers: chunked, body: of(limit + 1) }));
    expect(checked).toHaveLength(1);
  });

  test.each([
    ['empty objects', `[${'{},'.repeat(1_000)}{}]`],
    ['brackets', '['.repeat(4_000)],
    ['brackets that are closed', `${'['.repeat(17)}${']'.repeat(17)}`],
    ['numbers', `[${'1,'.repeat(1_000)}1]`],
  ])('of many %s is refused before it is parsed', async (_of, sent) => {
    expect(await statusOf('/open', { body: sent })).toBe(413);
    expect(checked).toEqual([]);
  });

  test('with brackets and commas in a text is read', async () => {
    const note = '[{,'.repeat(1_000);
    expect(await statusOf('/open', { body: JSON.stringify({ note, quote: '\\"[[' }) })).toBe(200);
    expect(checked).toEqual([{ note, quote: '\\"[[' }]);
  });

  test('that is a form of two hundred fields is read, and not one with more', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await statusOf('/form', { headers, body: 'a&'.repeat(199) })).toBe(200);
    expect(await statusOf('/form', { headers, body: 'a&'.repeat(200) })).toBe(413);
    expect(checked).toHaveLength(1);
  });

  test('of an unknown address, or without a login where one is needed, is not waited for', async () => {
    for (const [path, status] of [
      ['/nowhere', 404],
      ['/closed', 401],
    ]) {
      const client = await DeviceSocket.connect(port);
      client.send(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nx-varde-context: PROFFWEB\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{`,
      );
      await client.closed;
      expect(client.received.toString()).toContain(` ${status} `);
      expect(client.received.toString()).toContain('connection: close');
    }
  });
});

test('an address has at most two hundred parameters', async () => {
  await start();
  expect(await statusOf(`/look?${'a&'.repeat(199)}`, { method: 'GET' })).toBe(200);
  expect(await statusOf(`/look?${'a&'.repeat(200)}`, { method: 'GET' })).toBe(400);
});

test('of requests that come together on a connection the first is answered, and nothing more is read', async () => {
  await start();
  const client = await DeviceSocket.connect(port);
  client.send('GET /look HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1_000));
  await client.closed;
  expect([...client.received.toString().matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    '200',
    '429',
  ]);
});

test('an address has a limited number of connections, and one that closes makes room', async () => {
  await start();
  const clients = [];
  for (let n = 0; n < share.connectionsPerAddress; n++) clients.push(await DeviceSocket.connect(port));
  const excess = await DeviceSocket.connect(port);
  await excess.closed;
  clients[0]?.socket.destroy();
  await vi.waitFor(async () => expect(await statusOf('/look', { method: 'GET' })).toBe(200));
  for (const { socket } of clients) socket.destroy();
});
