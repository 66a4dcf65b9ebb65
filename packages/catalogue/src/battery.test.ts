import { describe, expect, it } from 'vitest';
import { batteryIconLevel, batteryWarningAfter } from './battery.ts';

it.each([
  [0, 1],
  [25, 1],
  [26, 2],
  [75, 3],
  [76, 4],
  [100, 4],
  [101, 4],
])('draws %i percent as step %i of four', (percent, level) => {
  expect(batteryIconLevel(percent)).toBe(level);
});

describe('batteryWarningAfter', () => {
  it.each([
    [false, { level: 21 }, false],
    [false, { level: 20 }, true],
    [true, { level: 24 }, true],
    [true, { level: 25 }, false],
    [false, { level: 24 }, false],
    [true, { level: 5, charging: true }, false],
    [true, {}, true],
    [false, {}, false],
    [true, { charging: true }, false],
  ])('from %s with %o at threshold 20 becomes %s', (before, battery, expected) => {
    expect(batteryWarningAfter(before, battery, 20)).toBe(expected);
  });
});
