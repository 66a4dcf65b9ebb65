import type { LiveEvent } from '@varde/contract/events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Slices } from '../limits/slices.ts';
import { gatherMs, startSubscription } from './subscription.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const event: LiveEvent = { type: 'devicePage', deviId: 1, custId: 1 };

/** A feed that counts accepted events, and those that were sent. */
function subscribe({
  urgent = false,
  first = Promise.resolve<unknown>('first'),
  gather = {} as { gatherMs?: number },
} = {}) {
  const sent: unknown[] = [];
  const failures: unknown[] = [];
  let taken = 0;
  const feed = {
    ...{ urgent, ...gather },
    first: () => first,
    take: ({ type }: LiveEvent) => {
      if (type === 'devicePage') taken += 1;
      return type === 'devicePage';
    },
    flush: () => taken,
  };
  const subscription = startSubscription(feed, {
    first: () => first,
    send: (message) => sent.push(message),
    fail: (error) => failures.push(error),
    slices: new Slices(),
  });
  return { subscription, sent, failures, settled: () => vi.advanceTimersByTimeAsync(0) };
}

test('an event before the first message is sent after it', async () => {
  const { subscription, sent, settled } = subscribe();
  subscription.take([event, event]);
  expect(sent).toEqual([]);
  await settled();
  expect(sent).toEqual(['first', 2]);
});

test('ordinary changes are sent at once, and later ones are gathered', async () => {
  const { subscription, sent, settled } = subscribe();
  await settled();
  for (let count = 0; count < 3; count += 1) subscription.take([event]);
  expect(sent).toEqual(['first', 1]);
  await vi.advanceTimersByTimeAsync(gatherMs - 1);
  expect(sent).toEqual(['first', 1]);
  await vi.advanceTimersByTimeAsync(2);
  expect(sent).toEqual(['first', 1, 3]);
  await vi.advanceTimersByTimeAsync(10 * gatherMs);
  expect(sent).toEqual(['first', 1, 3]);
});

test('a feed that gathers for longer sends at most one message in that time', async () => {
  const { subscription, sent, settled } = subscribe({ gather: { gatherMs: 1000 } });
  await settled();
  subscription.take([event]);
  for (let at = 0; at < 500; at += 1) {
    subscription.take([event]);
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(499);
  expect(sent).toEqual(['first', 1]);
  await vi.advanceTimersByTimeAsync(2);
  expect(sent).toEqual(['first', 1, 501]);
});

test('urgent ones are each sent at once', async () => {
  const { subscription, sent, settled } = subscribe({ urgent: true });
  await settled();
  for (let count = 0; count < 3; count += 1) subscription.take([event]);
  expect(sent).toEqual(['first', 1, 2, 3]);
});

test('an event that the feed does not accept is not sent', async () => {
  const { subscription, sent, settled } = subscribe();
  await settled();
  subscription.take([{ type: 'rights', userId: 1, custIds: [] }]);
  expect(sent).toEqual(['first']);
});

test.each([false, true])('after its end nothing more is sent (urgent: %s)', async (urgent) => {
  const { subscription, sent, settled } = subscribe({ urgent });
  await settled();
  subscription.take([event]);
  subscription.take([event]);
  const before = [...sent];
  subscription.end();
  subscription.take([event]);
  await vi.advanceTimersByTimeAsync(10 * gatherMs);
  expect(sent).toEqual(before);
});

test('one that ends before its first message gets none', async () => {
  let answer: (message: string) => void = () => undefined;
  const first = new Promise<unknown>((resolve) => {
    answer = resolve;
  });
  const { subscription, sent, settled } = subscribe({ first });
  subscription.take([event]);
  subscription.end();
  answer('first');
  await settled();
  expect(sent).toEqual([]);
});

test('a feed that fails is reported, and sends nothing', async () => {
  const error = new Error('away');
  const { subscription, sent, failures, settled } = subscribe({ first: Promise.reject(error) });
  subscription.take([event]);
  await settled();
  expect([sent, failures]).toEqual([[], [error]]);
});

test('a feed that prepares its messages sends what it took, one message at a time, and nothing after the end', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent: string[] = [];
  let [taken, prepared, preparations] = [0, 0, 0];
  const feed = {
    urgent: false,
    first: async () => null,
    take: () => {
      taken += 1;
      return true;
    },
    flush: () => `${prepared} of ${taken}`,
  };
  const subscription = startSubscription(feed, {
    first: feed.first,
    prepare: async () => {
      preparations += 1;
      prepared = taken;
      if (preparations === 1) await promise;
    },
    send: (message) => sent.push(String(message)),
    fail: () => expect.unreachable(),
    slices: new Slices(),
  });
  await vi.advanceTimersByTimeAsync(0);
  subscription.take([event]);
  subscription.take([event]);
  await vi.advanceTimersByTimeAsync(10 * gatherMs);
  expect([sent, preparations]).toEqual([[], 1]);
  resolve();
  await vi.advanceTimersByTimeAsync(2 * gatherMs);
  expect(sent).toEqual(['1 of 2', '2 of 2']);
  subscription.take([event]);
  subscription.end();
  await vi.advanceTimersByTimeAsync(10 * gatherMs);
  expect(sent).toHaveLength(2);
});
