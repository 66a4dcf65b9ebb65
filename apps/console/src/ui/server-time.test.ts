import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { learnServerTime, serverNow } from './server-time.ts';

const now = Date.parse('2026-03-29T01:30:00Z');
const hour = 3_600_000;
const dateOf = (time: number) => new Date(time).toUTCString();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => {
  learnServerTime(dateOf(Date.now()), Date.now());
  vi.useRealTimers();
});

it.each([-3 * hour, -61_000, 61_000, 3 * hour])('the time is the server’s where its clock is %i ms ahead', (ahead) => {
  learnServerTime(dateOf(now + ahead), now);
  vi.setSystemTime(now + 5000);
  expect(serverNow()).toBe(now + ahead + 5000);
});

it.each([-60_000, -999, 0, 60_000])('the time is the computer’s where the server is %i ms ahead', (ahead) => {
  learnServerTime(dateOf(now + 3 * hour), now);
  learnServerTime(dateOf(now + ahead), now);
  expect(serverNow()).toBe(now);
});

it.each([
  ['without a date', null, now],
  ['with a date that is none', 'soon', now],
  ['that was asked for before the computer slept', dateOf(now - 8 * hour), now - 8 * hour],
  ['during which the clock was put back', dateOf(now + hour), now + hour],
])('an answer %s changes nothing', (_, date, sentAt) => {
  learnServerTime(date, sentAt);
  expect(serverNow()).toBe(now);
});
