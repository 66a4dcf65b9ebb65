import { expect, it } from 'vitest';
import { customerKinds, kindsBelow } from './customer-kinds.ts';

it('allows districts and homes below a municipality, and nothing below a private customer', () => {
  expect(kindsBelow('municipality')).toEqual(['district', 'home', 'firm', 'private', 'stock']);
  expect(kindsBelow('private')).toEqual([]);
  expect(kindsBelow(null)).toEqual(['municipality', 'firm', 'partner', 'private', 'stock']);
});

it('names only existing kinds, and gives each a place', () => {
  const keys = customerKinds.map(({ key }) => key);
  for (const { root, below } of customerKinds) {
    expect(below.filter((kind) => !keys.includes(kind))).toEqual([]);
    expect(root || below.length > 0).toBe(true);
  }
});
