import { expect, it } from 'vitest';
import { namedIn, readProofs } from './proofs.ts';
import { readStatements } from './statements.ts';

it('finds the ids in a title, and the title without them', () => {
  const source = `
    it('[C2.14 D4.031] the list folds at 992 pixels', () => {});
    test("it isn't shown [D1.001]", () => {});
    it('an array [1] or a class [A-Z] names no statement', () => {});
    it.each([['[C0.01] a row', 1]])('%s', () => {});`;
  expect(namedIn(source)).toEqual([
    { ids: ['C2.14', 'D4.031'], title: 'the list folds at 992 pixels' },
    { ids: ['D1.001'], title: "it isn't shown" },
    { ids: ['C0.01'], title: 'a row' },
  ]);
});

it('no test names a statement that does not exist', () => {
  const known = new Set(readStatements().map(({ id }) => id));
  const unknown = [...readProofs()].filter(([id]) => !known.has(id));
  expect(unknown).toEqual([]);
});
