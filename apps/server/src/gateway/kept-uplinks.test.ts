import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Bus, createInProcessBus, UnprocessableUplink } from '#platform/bus/bus.ts';
import { createLog } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import { defaultGatewayLimits, type GatewayLimits } from './gateway-limits.ts';
import { KeptUplinks } from './kept-uplinks.ts';
import { UplinkPublisher } from './uplink-publisher.ts';

let bus: Bus;
/** The uplinks that processing was asked to store, and those that it has stored; `connection/word`. */
let asked: string[];
let stored: string[];
let judge: (uplink: Uplink) => Promise<UplinkVerdict>;
let logged: string[];

beforeEach(() => {
  bus = createInProcessBus();
  asked = [];
  stored = [];
  logged = [];
  judge = down;
  bus.onUplink(async (uplink) => {
    asked.push(nameOf(uplink));
    const verdict = await judge(uplink);
    stored.push(nameOf(uplink));
    return verdict;
  });
});

const nameOf = (uplink: Uplink) => `${uplink.connectionId}/${uplink.kind === 'message' ? uplink.word : uplink.kind}`;
const down = () => Promise.reject(new Error('the database is away'));
const up = () => Promise.resolve<UplinkVerdict>('stored');

function keeping(limits: Partial<GatewayLimits> = {}): KeptUplinks {
  const log = createLog({ level: 'error' }, { write: (line) => void logged.push(line) });
  return new KeptUplinks(new UplinkPublisher(bus, log), { ...defaultGatewayLimits, ...limits }, log);
}
const message = (connectionId: string, word: string) =>
  messageUplink('8800000015', 0, [], { protocol: 'watch', connectionId, word });

test('uplinks that could not be stored are published again, in order per connection, until they are durable', async () => {
  const kept = keeping();
  const first = ['1/a', '1/b', '2/c', '1/d'];
  await Promise.all(first.map((name) => kept.publish(message(name[0] ?? '', name.slice(2)))));
  await kept.retryAll();
  judge = up;
  await kept.retryAll();
  expect(stored.filter((name) => name.startsWith('1/'))).toEqual(['1/a', '1/b', '1/d']);
  expect(stored).toHaveLength(4);
  await kept.retryAll();
  expect(stored).toHaveLength(4);
});

test('later messages of a connection follow its kept ones, and its end comes last', async () => {
  const kept = keeping();
  expect(await kept.publish(message('1', 'a'))).toBeNull();
  judge = up;
  const { kind: _kind, ...origin } = message('1', '');
  await Promise.all([
    kept.publish(message('1', 'b')),
    kept.publish({ ...origin, kind: 'disconnected' }),
    kept.publish(message('2', 'c')),
  ]);
  expect(stored).toEqual(['2/c']);
  await kept.retryAll();
  expect(stored).toEqual(['2/c', '1/a', '1/b', '1/disconnected']);
});

test('an acknowledged message follows the kept ones of its connection at once', async () => {
  const kept = keeping();
  await kept.publish(message('1', 'a'));
  judge = up;
  kept.flushNow('1');
  await bus.publishUplink(message('1', 'alarm'));
  expect(stored).toEqual(['1/a', '1/alarm']);
});

test('an unavailable database is retried by one connection, not by all of them', async () => {
  const kept = keeping();
  await Promise.all(['1', '2', '3', '4'].map((connectionId) => kept.publish(message(connectionId, 'a'))));
  asked = [];
  await kept.retryAll();
  expect(asked).toEqual(['1/a']);
});

test('a connection of which an uplink can never be stored keeps no other from its turn', async () => {
  const kept = keeping();
  for (const connectionId of ['1', '2', '3', '4', '5']) await kept.publish(message(connectionId, 'a'));
  judge = (uplink) => (['1', '2'].includes(uplink.connectionId) ? down() : up());
  for (let turn = 0; turn < 3; turn += 1) await kept.retryAll();
  expect(stored).toEqual(['3/a', '4/a', '5/a']);
});

test('a connection of which an alarm can never be stored does not keep those without alarms from theirs', async () => {
  const kept = keeping();
  await kept.publish({ ...message('1', 'sos'), report: { samples: [sosSample()], confirmations: [] } });
  for (const connectionId of ['2', '3']) await kept.publish(message(connectionId, 'a'));
  judge = (uplink) => (uplink.connectionId === '1' ? down() : up());
  await kept.retryAll();
  expect(stored).toEqual(['2/a', '3/a']);
});

test('connections with a kept alarm have their turns before the others', async () => {
  const kept = keeping();
  const report = { samples: [sosSample()], confirmations: [] };
  for (const connectionId of ['1', '2', '3']) await kept.publish(message(connectionId, 'a'));
  await kept.publish({ ...message('4', 'sos'), report });
  await kept.publish({ ...message('3', 'sos'), report });
  judge = up;
  await kept.retryAll();
  expect(stored).toEqual(['3/a', '3/sos', '4/sos', '1/a', '2/a']);
});

test('kept uplinks are not retried while the limit of uplinks in flight is reached', async () => {
  for (const { inFlight, expected } of [
    { inFlight: 1, expected: [] },
    { inFlight: 2, expected: ['1/a'] },
  ]) {
    const kept = keeping({ inFlight });
    judge = down;
    await kept.publish(message('1', 'a'));
    const { promise, resolve } = Promise.withResolvers<UplinkVerdict>();
    judge = () => promise;
    const underWay = kept.publish(message('2', 'b'));
    asked = [];
    const tried = kept.retryAll();
    if (expected.length === 0) await tried;
    await vi.waitFor(() => expect(asked).toEqual(expected));
    resolve('stored');
    await Promise.all([tried, underWay]);
  }
});

test('a message that makes processing fail is not retried for ever, and the next one passes', async () => {
  const kept = keeping();
  await Promise.all([kept.publish(message('1', 'bad')), kept.publish(message('1', 'good'))]);
  judge = (uplink) => (nameOf(uplink) === '1/bad' ? Promise.reject(new UnprocessableUplink()) : up());
  await kept.retryAll();
  await kept.retryAll();
  expect(asked).toEqual(['1/bad', '1/good', '1/bad', '1/good']);
  expect(stored).toEqual(['1/good']);
});

test.each([{ keptUplinks: 2 }, { keptBytes: 2 * 1100 }])(
  'beyond %j messages are lost, counted and logged',
  async (limits) => {
    const kept = keeping(limits);
    const lostBefore = await lost();
    for (const word of ['a', 'b', 'c', 'd']) await kept.publish(message('1', word));
    judge = up;
    await kept.retryAll();
    expect(stored).toEqual(['1/a', '1/b']);
    expect((await lost()) - lostBefore).toBe(2);
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 'error', uplinks: 2 });
    await kept.publish(message('1', 'e'));
    expect(stored).toEqual(['1/a', '1/b', '1/e']);
    await kept.retryAll();
    expect(logged).toHaveLength(1);
  },
);

test.each([{ keptUplinks: 2 }, { keptBytes: 2 * 1100 }])(
  'up to %j there is room again each time that all of it is stored',
  async (limits) => {
    const kept = keeping(limits);
    const lostBefore = await lost();
    for (let round = 0; round < 3; round += 1) {
      stored = [];
      judge = down;
      for (const word of ['a', 'b']) await kept.publish(message('1', word));
      judge = up;
      await kept.retryAll();
      expect(stored).toEqual(['1/a', '1/b']);
    }
    expect((await lost()) - lostBefore).toBe(0);
    judge = down;
    for (const word of ['a', 'b', 'c']) await kept.publish(message('1', word));
    expect((await lost()) - lostBefore).toBe(1);
  },
);

test.each([{ keptUplinks: 4 }, { keptBytes: 4 * 1100 }])(
  'beyond %j the connection that has kept most gives way to others, and keeps its alarms',
  async (limits) => {
    const kept = keeping(limits);
    const lostBefore = await lost();
    const alarm = messageUplink('8800000015', 0, [sosSample()], { protocol: 'watch', connectionId: '1', word: 'sos' });
    for (const uplink of ['a', 'b', 'c'].map((word) => message('1', word))) await kept.publish(uplink);
    await kept.publish(alarm);
    for (const word of ['d', 'e', 'f']) await kept.publish(message('1', word));
    await kept.publish(message('2', 'x'));
    await kept.publish(message('3', 'y'));
    judge = up;
    await kept.retryAll();
    expect(stored.toSorted()).toEqual(['1/a', '1/sos', '2/x', '3/y']);
    expect((await lost()) - lostBefore).toBe(5);
  },
);

test.each([{ keptUplinks: 4 }, { keptBytes: 4 * 1100 }])(
  'beyond %j an alarm takes the place of what is none, also of a connection that has its share, and nothing takes its own',
  async (limits) => {
    const kept = keeping(limits);
    const lostBefore = await lost();
    const connections = ['1', '2', '3', '4'];
    for (const connectionId of connections) await kept.publish(message(connectionId, 'a'));
    for (const connectionId of connections)
      await kept.publish({ ...message(connectionId, 'sos'), report: { samples: [sosSample()], confirmations: [] } });
    await kept.publish(message('5', 'x'));
    const { kind: _kind, ...origin } = message('6', '');
    await kept.publish({ ...origin, kind: 'disconnected' });
    judge = up;
    await kept.retryAll();
    expect(stored.toSorted()).toEqual(['1/sos', '2/sos', '3/sos', '4/sos']);
    expect((await lost()) - lostBefore).toBe(6);
  },
);

test('a message that gives way while it is published again is counted once', async () => {
  const kept = keeping({ keptUplinks: 2 });
  for (const word of ['a', 'b']) await kept.publish(message('1', word));
  const { promise, resolve } = Promise.withResolvers<UplinkVerdict>();
  judge = (uplink) => (uplink.connectionId === '1' ? promise : down());
  const tried = kept.retryAll();
  await kept.publish(message('2', 'x')); // in the place of 1/b
  resolve('stored');
  await tried;
  judge = down;
  const lostBefore = await lost();
  for (const word of ['y', 'z']) await kept.publish(message('2', word));
  expect((await lost()) - lostBefore).toBe(1);
});

test('by default 32 MiB are kept, counted with their frames, and as much again after it is stored', async () => {
  const kept = keeping();
  const lostBefore = await lost();
  const large = { ...message('1', 'a'), raw: new Uint8Array(4 * 2 ** 20 - 1024) };
  for (let round = 0; round < 3; round += 1) {
    judge = down;
    for (let count = 0; count < 8; count += 1) await kept.publish(large);
    expect((await lost()) - lostBefore).toBe(round);
    await kept.publish({ ...large, raw: new Uint8Array() });
    expect((await lost()) - lostBefore).toBe(round + 1);
    stored = [];
    judge = up;
    await kept.retryAll();
    expect(stored).toHaveLength(8);
  }
});

test('a server that stops retries once more, and reports its losses', async () => {
  const kept = keeping();
  await kept.publish(message('1', 'a'));
  await kept.stop();
  expect(asked).toEqual(['1/a', '1/a']);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ uplinks: 1 });
});

async function lost(): Promise<number> {
  const { values } = await metrics.uplinksLost.get();
  return values.find(({ labels }) => labels.protocol === 'watch')?.value ?? 0;
}
