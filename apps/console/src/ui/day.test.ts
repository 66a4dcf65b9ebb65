import { expect, it } from 'vitest';
import { dayOf, endOfDay } from './day.ts';

it('a chosen day lasts until its end, and is shown as the same day', () => {
  const end = endOfDay('2026-03-29');
  expect(end).not.toBeNull();
  expect(dayOf(end ?? 0)).toBe('2026-03-29');
  expect(dayOf((end ?? 0) + 1)).toBe('2026-03-30');
  expect(endOfDay('')).toBeNull();
});
