import { expect, test } from 'vitest';
import { HourlyAllowance } from './hourly-allowance.ts';

const hour = 3_600_000;

test('each key has its quota an hour, and a new one the next hour', () => {
  const allowance = new HourlyAllowance(2);
  const three = (key: string, now: number) => [1, 2, 3].map(() => allowance.take(key, now));
  expect(three('a', 5)).toEqual([true, true, false]);
  expect(three('b', 5)).toEqual([true, true, false]);
  expect(three('a', hour)).toEqual([true, true, false]);
});

test('invented keys do not fill the memory', () => {
  const allowance = new HourlyAllowance(1);
  const allowed = Array.from({ length: 10_500 }, (_, n) => allowance.take(String(n), 0));
  expect(allowed.filter(Boolean)).toHaveLength(10_000);
});
