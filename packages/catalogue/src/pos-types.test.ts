import { expect, it } from 'vitest';
import { hasGpsQuality, posTypes } from './pos-types.ts';

it('places by GPS (0) and assisted GPS (6) are as good as GPS, those of other sources are not', () => {
  expect(posTypes.map(({ id }) => id).filter(hasGpsQuality)).toEqual([0, 6]);
  expect([-1, 5, 8].some(hasGpsQuality)).toBe(false);
});
