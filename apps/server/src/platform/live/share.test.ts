import { livePath } from '@varde/contract/transport';
import { DeviceSocket } from '@varde/testing/device-socket';
import { openLiveClient } from '@varde/testing/live-client';
import { createManualClock } from '@varde/testing/manual-clock';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Door } from '../http/door.ts';
import { createHttpServer } from '../http/server.ts';
import type { SessionHolder } from '../http/sessions.ts';
import { createLog } from '../log/log.ts';
import type { LiveConnection } from './connection.ts';
import type { LiveHub } from './hub.ts';
import { serveLive } from './route.ts';

/** Processor time of one message, in milliseconds: three use up the share. */
const workMs = 400;
const share = { trustProxy: false, msPerSecond: 100, connectionsPerAddress: 50 };

let app: FastifyInstance;
let port: number;
const clock = createManualClock();
/** Whose messages were read, in order. */
let read: number[];

beforeEach(async () => {
  read = [];
  const log = createLog({ level: 'silent' });
  app = await createHttpServer({ log, clock, trustProxy: false, https: false, tilesUrl: null });
  const userOf = (token: string | null) => (token === null ? undefined : Number(token.slice(4)));
  const door = new Door({ callers: { userOf }, clock, ...share });
  door.open(app);
  const connect = (userId: number): Pick<LiveConnection, 'heard' | 'receive'> => ({
    heard: () => undefined,
    receive: () => {
      read.push(userId);
      clock.advance(workMs);
    },
  });
  const hub = {
    isFull: () => false,
    connect: (_socket, { holder }) => connect(holder.caller.userId) as LiveConnection,
    disconnect: () => undefined,
    stop: () => undefined,
  } satisfies Partial<LiveHub>;
  const identifyLive = async (token: string) => ({ caller: { userId: userOf(token) } }) as SessionHolder;
  await serveLive(app, { hub: hub as unknown as LiveHub, callers: { identifyLive }, door, publicUrl: undefined });
  app.get('/look', async () => ({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(() => app.close());

const cookieOf = (userId: number) => `varde_session=user${userId}`;
const consoleOf = (userId: number) => openLiveClient(port, { cookie: cookieOf(userId), connect: false });
const readOf = (userId: number) => read.filter((each) => each === userId).length;
const someTime = () => new Promise((resolve) => setTimeout(resolve, 80));

test('a console that floods its live channel waits when the share of its user is used up, and holds neither other users nor the calls of its own', async () => {
  const flooding = await Promise.all([consoleOf(1), consoleOf(1)]);
  const other = await consoleOf(2);
  for (let n = 0; n < 20; n++) {
    for (const each of flooding) each.sendRaw('x');
    await vi.waitFor(() => expect(readOf(1)).toBeGreaterThanOrEqual(Math.min(n + 1, 3)));
  }
  await someTime();
  const before = readOf(1);
  expect(before).toBeLessThan(10);
  other.sendRaw('x');
  await vi.waitFor(() => expect(readOf(2)).toBe(1));
  const own = await DeviceSocket.connect(port);
  own.send(`GET /look HTTP/1.1\r\nhost: x\r\ncookie: ${cookieOf(1)}\r\n\r\n`);
  await vi.waitFor(() => expect(own.received.toString()).toMatch(/^HTTP\/1.1 200/));
  own.socket.destroy();
  expect(readOf(1)).toBe(before);
  clock.advance(60_000);
  await vi.waitFor(() => expect(readOf(1)).toBeGreaterThan(before));
  for (const each of [...flooding, other]) each.close();
});

test('a thousand messages in one packet are read in pieces, between which others have their turn', async () => {
  const flooding = await DeviceSocket.connect(port);
  const head = `GET ${livePath} HTTP/1.1\r\nhost: x\r\ncookie: ${cookieOf(1)}\r\nconnection: upgrade\r\nupgrade: websocket\r\n`;
  flooding.send(`${head}sec-websocket-version: 13\r\nsec-websocket-key: ${btoa('0123456789abcdef')}\r\n\r\n`);
  await vi.waitFor(() => expect(flooding.received.toString()).toContain('\r\n\r\n'));
  const message = [0x81, 0x81, 0, 0, 0, 0, 0x78]; // a text of one letter, masked with zeros
  flooding.send(Buffer.from(Array(1_000).fill(message).flat()));
  await vi.waitFor(() => expect(readOf(1)).toBeGreaterThan(0));
  await someTime();
  expect(readOf(1)).toBeLessThan(1_000);
  clock.advance(600_000_000);
  await vi.waitFor(() => expect(readOf(1)).toBe(1_000));
  flooding.socket.destroy();
});
