import { expect, it } from 'vitest';
import { hasGpsQuality, posTypes } from './pos-types.ts';

it('positions by GPS (0) and assisted GPS (6) count as GPS, those of other sources do not', () => {
  expect(posTypes.map(({ id }) => id).filter(hasGpsQuality)).toEqual([0, 6]);
  expect([-1, 5, 8].some(hasGpsQuality)).toBe(false);
});
