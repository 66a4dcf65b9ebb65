import { describe, expect, it } from 'vitest';
import { longestMs, retryDelay } from './retry-delay.ts';

describe('the wait before a reconnection', () => {
  it('starts at a second and doubles after each failure', () => {
    expect([0, 1, 2, 3].map((failures) => retryDelay(failures, 0))).toEqual([1000, 2000, 4000, 8000]);
  });

  it('has random jitter, so that browsers do not reconnect simultaneously', () => {
    expect(retryDelay(0, 0.5)).toBe(1250);
    expect(retryDelay(2, 0.999)).toBeCloseTo(5998);
  });

  it('is bounded, however long the server is away', () => {
    expect(retryDelay(4, 0)).toBe(10_000);
    expect(retryDelay(1000, 0)).toBe(10_000);
    expect(retryDelay(1000, 0.999)).toBeLessThanOrEqual(longestMs);
  });
});
