import { expect, test } from 'vitest';
import { realNumber } from './wire-number.ts';

test.each([
  [12.3, 12.3],
  [-0.001, -0.001],
  [1e29, 1e29],
  [1.1754943508222875e-38, 1.1754943508222875e-38],
  [1e-38, 0],
  [-1e-50, 0],
  [Number.MIN_VALUE, 0],
  [3.4028234663852886e38, 3.4028234663852886e38],
  [3.5e38, null],
  [-1e39, null],
  [Number.NaN, null],
  [Number.NEGATIVE_INFINITY, null],
  [undefined, null],
])('%d becomes %d, which a real column holds', (value, expected) => {
  expect(realNumber(value)).toBe(expected);
});
