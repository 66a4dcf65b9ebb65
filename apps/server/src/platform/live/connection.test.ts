import type { LiveEvent } from '@varde/contract/events';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../http/caller.ts';
import { createLog } from '../log.ts';
import { LiveConnection, type LiveSocket, type Topics } from './connection.ts';
import { startSubscription } from './subscription.ts';
import type { LiveFeed, LiveTopic } from './topic.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const log = createLog({ level: 'silent' });
const nobody: Caller = {
  userId: 1,
  username: 'a@test.example',
  name: 'A',
  context: 'PROFFWEB',
  address: '192.0.2.1',
  reach: [],
  isAdmin: false,
  isTrackerOnly: false,
  get acting() {
    return nobody;
  },
  scopeOf: () => [],
  may: () => false,
  mayAnywhere: () => false,
};
const event: LiveEvent = { type: 'settings', deviId: 1, custId: 1 };

interface FakeSocket extends LiveSocket {
  sent: string[];
  buffered: number;
  over: string | null;
}
function fakeSocket(): FakeSocket {
  const socket: FakeSocket = {
    sent: [],
    buffered: 0,
    over: null,
    send: (text) => socket.sent.push(text),
    bufferedAmount: () => socket.buffered,
    close: (code) => {
      socket.over = String(code);
    },
    terminate: () => {
      socket.over = 'terminated';
    },
  };
  return socket;
}

/** A feed that counts what it was offered. */
function countingFeed(options: { urgent: boolean; first?: () => Promise<unknown> }): LiveFeed<unknown> {
  let kept = 0;
  return {
    urgent: options.urgent,
    first: options.first ?? (async () => null),
    take: () => {
      kept += 1;
      return true;
    },
    flush: () => {
      const message = kept;
      kept = 0;
      return message;
    },
  };
}

const topicWith = (feed: LiveFeed<never>): Topics =>
  new Map([['devices', { name: 'devices', open: async () => feed } satisfies LiveTopic<'devices'>]]);

test('ordinary changes leave at once after a quiet time and then at most every 250 ms', async () => {
  const sent: unknown[] = [];
  const subscription = startSubscription(countingFeed({ urgent: false }), null, (m) => sent.push(m), vi.fn());
  await vi.advanceTimersByTimeAsync(0);
  subscription.take([event]);
  expect(sent).toEqual([1]);
  subscription.take([event]);
  subscription.take([event]);
  await vi.advanceTimersByTimeAsync(249);
  expect(sent).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([1, 2]);
});

test('an urgent feed is never held back', async () => {
  const sent: unknown[] = [];
  const subscription = startSubscription(countingFeed({ urgent: true }), null, (m) => sent.push(m), vi.fn());
  await vi.advanceTimersByTimeAsync(0);
  for (let n = 0; n < 3; n += 1) subscription.take([event]);
  expect(sent).toEqual([1, 1, 1]);
});

test('what happens while the first message is being fetched comes after it and is not lost', async () => {
  const sent: unknown[] = [];
  const answer = Promise.withResolvers<unknown>();
  const feed = countingFeed({ urgent: true, first: () => answer.promise });
  const subscription = startSubscription(feed, null, (m) => sent.push(m), vi.fn());
  subscription.take([event]);
  expect(sent).toEqual([]);
  answer.resolve('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['first', 1]);
});

async function subscribed(socket: FakeSocket): Promise<LiveConnection> {
  const feed = countingFeed({ urgent: true }) as LiveFeed<never>;
  const connection = new LiveConnection(socket, nobody, topicWith(feed), log);
  connection.receive('CONNECT\naccept-version:1.2\n\n\0SUBSCRIBE\nid:a\ndestination:/topic/devices\n\n\0');
  await vi.advanceTimersByTimeAsync(0);
  return connection;
}

test('a browser that takes nothing is dropped, and its neighbours get everything', async () => {
  const slow = fakeSocket();
  const quick = fakeSocket();
  const connections = [await subscribed(slow), await subscribed(quick)];
  slow.buffered = 5_000_000;
  const before = slow.sent.length;
  for (let n = 0; n < 3; n += 1) for (const connection of connections) connection.take([event]);
  expect(slow.over).toBe('terminated');
  expect(slow.sent).toHaveLength(before);
  expect(quick.over).toBeNull();
  expect(quick.sent.filter((text) => text.startsWith('MESSAGE'))).toHaveLength(3);
});

test('a client that promised heart-beats and fell silent is let go', async () => {
  const socket = fakeSocket();
  const connection = new LiveConnection(socket, nobody, new Map(), log);
  connection.receive('CONNECT\naccept-version:1.2\nheart-beat:10000,10000\n\n\0');
  expect(socket.sent[0]).toContain('heart-beat:10000,10000');
  await vi.advanceTimersByTimeAsync(29_000);
  connection.receive('\n');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(socket.over).toBeNull();
  expect(socket.sent.filter((text) => text === '\n')).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(socket.over).toBe('terminated');
});

test('a socket that subscribes and unsubscribes without end is closed before it delays alarms', async () => {
  const socket = fakeSocket();
  const open = vi.fn(async () => null);
  const connection = new LiveConnection(
    socket,
    nobody,
    new Map([['devices', { name: 'devices', open } satisfies LiveTopic<'devices'>]]),
    log,
  );
  connection.receive('CONNECT\naccept-version:1.2\n\n\0');
  const pair = (id: number) =>
    `SUBSCRIBE\nid:${id}\ndestination:/topic/devices\n\n\0UNSUBSCRIBE\nid:${id}\n\n\0`;
  connection.receive(Array.from({ length: 500 }, (_, id) => pair(id)).join(''));
  expect(socket.over).toBe('1008');
  expect(socket.sent.at(-1)).toMatch(/^ERROR\nmessage:tooManyFrames\n/);
  expect(open.mock.calls.length).toBeLessThanOrEqual(100);
  connection.receive(pair(1000));
  expect(open.mock.calls.length).toBeLessThanOrEqual(100);
});

/** How many frames a socket may send before it is refused, when the wall clock is set after the first fifty. */
async function framesAllowed(stepMs: number): Promise<number> {
  const socket = fakeSocket();
  const connection = new LiveConnection(socket, nobody, new Map(), log);
  connection.receive('CONNECT\naccept-version:1.2\n\n\0');
  let sent = 0;
  const send = () => {
    connection.receive('UNSUBSCRIBE\nid:1\n\n\0');
    sent += 1;
  };
  while (sent < 50) send();
  vi.setSystemTime(Date.now() + stepMs);
  await vi.advanceTimersByTimeAsync(1000); // room for a few more comes with time
  while (socket.over === null) send();
  return sent;
}

test('a clock that is set by an hour lets a socket send neither more nor less', async () => {
  const usual = await framesAllowed(0);
  expect(await framesAllowed(3_600_000)).toBe(usual);
  expect(await framesAllowed(-3_600_000)).toBe(usual);
});

test('a console that comes back with all it may subscribe to, and one that is used all day, are let be', async () => {
  const socket = fakeSocket();
  const connection = await subscribed(socket);
  for (let id = 0; id < 99; id += 1)
    connection.receive(`SUBSCRIBE\nid:${id}\ndestination:/topic/devices\n\n\0`);
  for (let page = 0; page < 1000; page += 1) {
    connection.receive('UNSUBSCRIBE\nid:1\n\n\0SUBSCRIBE\nid:1\ndestination:/topic/devices\n\n\0');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(socket.over).toBeNull();
  connection.ended();
});

test('no input makes a connection throw, hang or hold more than one frame', () => {
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ maxLength: 100 }),
    fc.constantFrom(
      'CONNECT\naccept-version:1.2\n\n\0',
      'SUBSCRIBE\nid:a\ndestination:/topic/devices\n\n\0',
      'SUBSCRIBE\nid:a\ncontent-length:-5\n\nxx\0',
      'UNSUBSCRIBE\nid:a\n\n\0',
      'SEND\n__proto__:x\nconstructor:y\n\n\0',
      '\n',
      '\0',
    ),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (chunks) => {
      const socket = fakeSocket();
      const connection = new LiveConnection(socket, nobody, new Map(), log);
      for (const chunk of chunks) connection.receive(chunk);
      for (let n = 0; n < 20; n += 1) connection.receive('x'.repeat(1_000));
      // After 20,000 bytes without an end the connection is closed, or it was closed before.
      expect(socket.over).not.toBeNull();
      connection.ended();
    }),
  );
});
