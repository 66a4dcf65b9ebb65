import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const date = 'Thu, 15 Jan 2026 12:00:00 GMT';

test.each<[string, number | null]>([
  ['0', 0],
  ['30', 30_000],
  ['999999999', 999_999_999_000],
  ['Thu, 15 Jan 2026 12:01:30 GMT', 90_000],
  ['Thu, 15 Jan 2026 12:00:00 GMT', 0],
  ['Thu, 15 Jan 2026 11:59:59 GMT', null],
  ['1234567890', null],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
])('"%s" is a wait of %s ms', (asked, ms) => {
  expect(retryAfterMs({ 'retry-after': asked, date })).toBe(ms);
});

test('a date without the time of the server, and no header, ask for no wait', () => {
  expect(retryAfterMs({ 'retry-after': 'Thu, 15 Jan 2099 12:01:30 GMT' })).toBeNull();
  expect(retryAfterMs({ date })).toBeNull();
});
