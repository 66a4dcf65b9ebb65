import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { batched } from './batched.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const load = vi.fn(async (keys: readonly number[]) => new Map(keys.map((key) => [key, `n${key}`])));
beforeEach(() => void load.mockClear());

it('makes one call of the requests that come together, and gives each its own answer', async () => {
  const one = batched(10, load);
  const answers = Promise.all([one(1), one(2), one(1)]);
  await vi.runAllTimersAsync();
  expect(await answers).toEqual(['n1', 'n2', 'n1']);
  expect(load.mock.calls).toEqual([[[1, 2]]]);
  const later = one(1);
  await vi.runAllTimersAsync();
  expect([await later, load.mock.calls.length]).toEqual(['n1', 2]);
});

it('sends no more than the call takes', async () => {
  const one = batched(2, load);
  const answers = Promise.all([1, 2, 3].map(one));
  await vi.runAllTimersAsync();
  expect(await answers).toEqual(['n1', 'n2', 'n3']);
  expect(load.mock.calls).toEqual([[[1, 2]], [[3]]]);
});

it('answers a key without an answer with undefined, and fails all requests of a call that fails', async () => {
  load.mockResolvedValueOnce(new Map());
  const one = batched(10, load);
  const missing = one(1);
  await vi.runAllTimersAsync();
  expect(await missing).toBeUndefined();
  load.mockRejectedValueOnce(new Error('gone'));
  const failed = Promise.allSettled([one(1), one(2)]);
  await vi.runAllTimersAsync();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
