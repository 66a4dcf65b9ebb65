import type { LiveEvent } from '@varde/contract/events';
import { lastingRefusals } from '@varde/contract/transport';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { Slices } from '../limits/slices.ts';
import { createLog } from '../log/log.ts';
import { LiveConnection, type LiveSocket, type Topics } from './connection.ts';
import { type Subscription, startSubscription } from './subscription.ts';
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
  keyId: null,
  username: 'a@test.example',
  name: 'A',
  context: 'PROFFWEB',
  address: '192.0.2.1',
  reach: [],
  isAdmin: false,
  isPrivate: false,
  isPartner: false,
  payingCustomer: null,
  endsAt: null,
  flags: [],
  isTrackerOnly: false,
  get acting() {
    return nobody;
  },
  seesPositions: true,
  get entitled() {
    return nobody;
  },
  scopeOf: () => [],
  may: () => false,
  mayAnywhere: () => false,
};
const event: LiveEvent = { type: 'devicePage', deviId: 1, custId: 1 };

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

/** A feed that counts the events offered to it. */
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

const subscribe = (feed: LiveFeed<unknown>, sent: unknown[]): Subscription =>
  startSubscription(feed, {
    first: () => feed.first(null),
    send: (message) => sent.push(message),
    fail: vi.fn(),
    slices: new Slices(),
  });

const connect = (socket: LiveSocket, topics: Topics): LiveConnection =>
  new LiveConnection({
    socket,
    caller: nobody,
    topics,
    log,
    slices: new Slices(),
    serve: (work) => work(),
  });

test('ordinary changes are sent at once after a quiet time and then at most every 250 ms', async () => {
  const sent: unknown[] = [];
  const subscription = subscribe(countingFeed({ urgent: false }), sent);
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

test('an urgent feed is never delayed', async () => {
  const sent: unknown[] = [];
  const subscription = subscribe(countingFeed({ urgent: true }), sent);
  await vi.advanceTimersByTimeAsync(0);
  for (let n = 0; n < 3; n += 1) subscription.take([event]);
  expect(sent).toEqual([1, 1, 1]);
});

test('an event during the fetch of the first message is sent after it and is not lost', async () => {
  const sent: unknown[] = [];
  const answer = Promise.withResolvers<unknown>();
  const feed = countingFeed({ urgent: true, first: () => answer.promise });
  const subscription = subscribe(feed, sent);
  subscription.take([event]);
  expect(sent).toEqual([]);
  answer.resolve('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['first', 1]);
});

async function subscribed(socket: FakeSocket): Promise<LiveConnection> {
  const feed = countingFeed({ urgent: true }) as LiveFeed<never>;
  const connection = connect(socket, topicWith(feed));
  connection.receive('CONNECT\naccept-version:1.2\n\n\0SUBSCRIBE\nid:a\ndestination:/topic/devices\n\n\0');
  await vi.advanceTimersByTimeAsync(0);
  return connection;
}

test('a browser that reads nothing is dropped, and the other connections get everything', async () => {
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

test('a client that promised heart-beats and fell silent is disconnected', async () => {
  const socket = fakeSocket();
  const connection = connect(socket, new Map());
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

const subscribeTo = (id: number, destination = `/topic/device/${id}`) =>
  `SUBSCRIBE\nid:${id}\ndestination:${destination}\n\n\0`;
const errorOf = (socket: FakeSocket) => /^ERROR\nmessage:(\w+)\n/.exec(socket.sent.at(-1) ?? '')?.[1];

/** A connected socket, and the topics `devices` and `device`, which count their openings. */
function connected(open = vi.fn(async () => countingFeed({ urgent: true }) as LiveFeed<never>)) {
  const socket = fakeSocket();
  const topics: Topics = new Map<'devices' | 'device', LiveTopic>([
    ['devices', { name: 'devices', open }],
    ['device', { name: 'device', open }],
  ]);
  const connection = connect(socket, topics);
  connection.receive('CONNECT\naccept-version:1.2\n\n\0');
  return { socket, connection, open };
}

test('a socket with endless subscribing and unsubscribing is closed before it delays alarms', async () => {
  const { socket, connection, open } = connected();
  const pair = (id: number) => `${subscribeTo(id)}UNSUBSCRIBE\nid:${id}\n\n\0`;
  connection.receive(Array.from({ length: 500 }, (_, id) => pair(id)).join(''));
  expect(socket.over).toBe('1008');
  expect(errorOf(socket)).toBe('tooManyFrames');
  const opened = open.mock.calls.length;
  expect(opened).toBeLessThanOrEqual(25);
  connection.receive(pair(1000));
  expect(open).toHaveBeenCalledTimes(opened);
});

test('a console that reconnects with all its subscriptions, and one in use all day, stay connected', async () => {
  const { socket, connection, open } = connected();
  for (let id = 0; id < 20; id += 1) connection.receive(subscribeTo(id));
  for (let page = 0; page < 1000; page += 1) {
    connection.receive(`UNSUBSCRIBE\nid:1\n\n\0${subscribeTo(1)}`);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(socket.over).toBeNull();
  expect(open).toHaveBeenCalledTimes(1020);
  connection.ended();
});

test('a socket has 20 subscriptions at a time: the next is refused, and one that ended makes room', async () => {
  const { socket, connection, open } = connected();
  for (let id = 0; id < 20; id += 1) connection.receive(subscribeTo(id));
  connection.receive('UNSUBSCRIBE\nid:7\n\n\0');
  connection.receive(subscribeTo(20));
  expect(socket.over).toBeNull();
  expect(open).toHaveBeenCalledTimes(21);
  connection.receive(subscribeTo(21));
  expect(errorOf(socket)).toBe('tooManySubscriptions');
  expect(socket.over).toBe('1008');
  expect(open).toHaveBeenCalledTimes(21);
});

test('a second subscription to the same destination is refused, and allowed after the first has ended', async () => {
  const { socket, connection, open } = connected();
  connection.receive(subscribeTo(1, '/topic/devices'));
  connection.receive(`${subscribeTo(2, '/topic/device/1')}${subscribeTo(3, '/topic/device/2')}`);
  connection.receive(`UNSUBSCRIBE\nid:1\n\n\0${subscribeTo(4, '/topic/devices')}`);
  expect(socket.over).toBeNull();
  expect(open).toHaveBeenCalledTimes(4);
  connection.receive(subscribeTo(5, '/topic/devices'));
  expect(errorOf(socket)).toBe('alreadySubscribed');
  expect(socket.over).toBe('1008');
  expect(open).toHaveBeenCalledTimes(4);
});

test('a subscription whose socket has closed before its turn does not query the database', async () => {
  const socket = fakeSocket();
  const turn = Promise.withResolvers<void>();
  const open = vi.fn(async () => null);
  const connection = new LiveConnection({
    socket,
    caller: nobody,
    topics: new Map([['devices', { name: 'devices', open } satisfies LiveTopic<'devices'>]]),
    log,
    slices: new Slices(),
    serve: (work) => turn.promise.then(work),
  });
  connection.receive(`CONNECT\naccept-version:1.2\n\n\0${subscribeTo(1, '/topic/devices')}`);
  connection.ended();
  turn.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(open).not.toHaveBeenCalled();
});

test('heart-beats at the agreed rate are accepted all day; endless line feeds are not', async () => {
  const { socket, connection } = connected();
  for (let beat = 0; beat < 5000; beat += 1) {
    connection.receive('\n');
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(socket.over).toBeNull();
  let sent = 0;
  for (; socket.over === null && sent < 100; sent += 1) connection.receive('\n');
  expect(errorOf(socket)).toBe('tooManyFrames');
  expect(sent).toBeLessThanOrEqual(60);
});

test('many line feeds in one message are all counted', () => {
  const { socket, connection } = connected();
  connection.receive('\n'.repeat(40));
  expect(socket.over).toBeNull();
  connection.receive('\n'.repeat(40));
  expect(errorOf(socket)).toBe('tooManyFrames');
});

test('bytes that are not a frame are counted: 64 kB at once, and 4 kB a second for long', async () => {
  const { socket, connection } = connected();
  connection.heard(65_000);
  expect(socket.over).toBeNull();
  await vi.advanceTimersByTimeAsync(20_000);
  for (let second = 0; second < 100; second += 1) {
    connection.heard(4_000);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(socket.over).toBeNull();
  connection.heard(65_536);
  expect(errorOf(socket)).toBe('tooManyBytes');
  expect(socket.over).toBe('1008');
  const { length } = socket.sent;
  connection.heard(65_536);
  expect(socket.sent).toHaveLength(length);
});

/**
 * The number of frames that a socket may send before it is refused, when the wall clock is set after the first fifty.
 */
async function framesAllowed(stepMs: number): Promise<number> {
  const socket = fakeSocket();
  const connection = connect(socket, new Map());
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

test('a clock that is set by an hour changes no limit of a socket', async () => {
  const usual = await framesAllowed(0);
  expect(await framesAllowed(3_600_000)).toBe(usual);
  expect(await framesAllowed(-3_600_000)).toBe(usual);
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
      const connection = connect(socket, new Map());
      for (const chunk of chunks) connection.receive(chunk);
      for (let n = 0; n < 20; n += 1) connection.receive('x'.repeat(1_000));
      // After 20,000 bytes without an end the connection is closed, or it was closed before.
      expect(socket.over).not.toBeNull();
      connection.ended();
    }),
  );
});

const lastFrame = (socket: FakeSocket) => socket.sent.at(-1) ?? '';

test('a client that writes its versions with blanks is connected', () => {
  const socket = fakeSocket();
  connect(socket, new Map()).receive('CONNECT\naccept-version:1.1, 1.2\n\n\0');
  expect(lastFrame(socket)).toMatch(/^CONNECTED\n/);
});

test('blanks and escapes of a header come back as they were sent', async () => {
  const { socket, connection } = connected();
  connection.receive('SUBSCRIBE\nid:1\ndestination:/topic/devices\nreceipt: a \\c\\\\n\t \n\n\0');
  await vi.advanceTimersByTimeAsync(0);
  expect(socket.sent).toContain('RECEIPT\nreceipt-id: a \\c\\\\n\t \n\n\0');
});

test.each([
  [
    'an escape that STOMP does not define',
    'SUBSCRIBE\nid:a\\tb\ndestination:/topic/devices\nreceipt:r7\n\n\0',
    'malformed',
  ],
  ['a command that STOMP does not define', 'HELLO\nreceipt:r7\n\n\0', 'malformed'],
  ['the end of a subscription that there is not', 'UNSUBSCRIBE\nid:9\nreceipt:r7\n\n\0', 'unknownSubscription'],
  ['the acknowledgement of a message that was not sent', 'ACK\nid:9\nreceipt:r7\n\n\0', 'unknownMessage'],
])('%s is answered by an error that names its receipt, and by no receipt', (_, frame, message) => {
  const { socket, connection } = connected();
  connection.receive(frame);
  expect(errorOf(socket)).toBe(message);
  expect(lastFrame(socket)).toContain('\nreceipt-id:r7\n');
  expect(socket.sent.filter((text) => text.startsWith('RECEIPT'))).toEqual([]);
  expect(socket.over).toBe('1008');
});

test('an error that a feed raises names the receipt of its subscription', async () => {
  const { socket, connection } = connected(vi.fn(async () => Promise.reject(new AppError('notFound'))));
  connection.receive('SUBSCRIBE\nid:1\ndestination:/topic/devices\nreceipt:r7\n\n\0');
  await vi.advanceTimersByTimeAsync(0);
  expect(errorOf(socket)).toBe('notFound');
  expect(lastFrame(socket)).toContain('\nreceipt-id:r7\n');
});

test.each(['tooManyCalls', 'unavailable'] as const)(
  'a subscription that is refused by %s is named with its receipt, and its console may subscribe again',
  async (code) => {
    const { socket, connection } = connected(vi.fn(async () => Promise.reject(new AppError(code))));
    connection.receive('SUBSCRIBE\nid:1\ndestination:/topic/devices\nreceipt:r7\n\n\0');
    await vi.advanceTimersByTimeAsync(0);
    expect(lastFrame(socket)).toContain('\nsubscription:1\n');
    expect(lastFrame(socket)).toContain('\nreceipt-id:r7\n');
    expect(errorOf(socket)).toBe(code);
    expect(lastingRefusals).not.toContain(code);
  },
);

test.each([
  ['that the caller may not see', `${subscribeTo(1, '/topic/alarms')}`],
  ['that there is already', `${subscribeTo(1)}${subscribeTo(2, '/topic/device/1')}`],
  ['beyond the twentieth', Array.from({ length: 21 }, (_, id) => subscribeTo(id)).join('')],
])('a subscription %s is refused by a word after which its console does not repeat it', async (_, frames) => {
  const { socket, connection } = connected();
  connection.receive(frames);
  await vi.advanceTimersByTimeAsync(0);
  expect(lastingRefusals).toContain(errorOf(socket));
});
