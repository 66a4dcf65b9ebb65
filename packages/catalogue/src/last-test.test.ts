import { expect, test } from 'vitest';
import { isTestDue } from './last-test.ts';

const now = Date.UTC(2026, 10, 20);
const day = 24 * 3600 * 1000;

test.each([
  [null, true],
  [now, false],
  [now - 31 * day, false],
  [now - 31 * day - 1, true],
])('a test holds for 31 days: of %d it is due: %s', (lastTestAt, due) => {
  expect(isTestDue(lastTestAt, now)).toBe(due);
});
