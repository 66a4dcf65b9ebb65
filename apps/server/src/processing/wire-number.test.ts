import { expect, test } from 'vitest';
import { realNumber, smallInteger } from './wire-number.ts';

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

test.each([
  [0, 0],
  [50.4, 50],
  [50.5, 51],
  [-70.6, -71],
  [32_767, 32_767],
  [32_767.4, 32_767],
  [32_768, null],
  [-32_767, -32_767],
  [-32_768, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [undefined, null],
])('%d becomes %d, which a small integer column holds', (value, expected) => {
  expect(smallInteger(value)).toBe(expected);
});
