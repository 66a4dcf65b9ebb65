import { expect, it } from 'vitest';
import { areasOf, readStatements } from './statements.ts';

it('reads all 1,012 statements, each id once', () => {
  const ids = readStatements().map(({ id }) => id);
  expect(new Set(ids).size).toBe(1012);
  expect(ids).toHaveLength(1012);
});

it('names each area once, by name', () => {
  const of = (area: string) => ({ id: 'C0.01', area, statement: 'It is so.' });
  expect(areasOf([of('map'), of('list'), of('map')])).toEqual(['list', 'map']);
});
