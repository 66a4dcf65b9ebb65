import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useOneAtATime } from './use-one-at-a-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('one operation at a time', () => {
  const begin = () => renderHook(useOneAtATime).result.current;

  it('ignores a second one within 0.3 seconds, however soon the first is done', async () => {
    const oneAtATime = begin();
    const perform = vi.fn(async () => 'done');
    expect(await oneAtATime(perform)).toBe('done');
    await vi.advanceTimersByTimeAsync(299);
    expect(await oneAtATime(perform)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await oneAtATime(perform)).toBe('done');
    expect(perform).toHaveBeenCalledTimes(2);
  });

  it('ignores a second one until the first is done, also when it fails', async () => {
    const oneAtATime = begin();
    const slow = Promise.withResolvers<void>();
    const first = expect(oneAtATime(() => slow.promise)).rejects.toThrow('refused');
    await vi.advanceTimersByTimeAsync(60_000);
    const perform = vi.fn(async () => 'done');
    expect(await oneAtATime(perform)).toBeUndefined();
    slow.reject(new Error('refused'));
    await first;
    await vi.advanceTimersByTimeAsync(0);
    expect(await oneAtATime(perform)).toBe('done');
  });

  it('lets those of different keys go on beside each other', async () => {
    const oneAtATime = begin();
    void oneAtATime(() => new Promise<void>(() => undefined), 1);
    expect(await oneAtATime(async () => 'done', 2)).toBe('done');
  });
});
