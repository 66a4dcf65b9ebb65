import { expect, it } from 'vitest';
import { coverageList } from './list.ts';

const statements = [
  { id: 'C0.01', area: 'map', statement: 'The map has a scale.' },
  { id: 'C0.02', area: 'map', statement: 'The map can be printed.' },
  { id: 'C0.03', area: 'list', statement: 'The list can be sorted.' },
];
const proofs = new Map([
  [
    'C0.01',
    [
      { file: 'map.test.ts', title: 'has a scale' },
      { file: 'story.spec.ts', title: 'a map is opened' },
    ],
  ],
]);
const scale = 'C0.01 (map) The map has a scale.\n  map.test.ts: has a scale\n  story.spec.ts: a map is opened';
const print = 'C0.02 (map) The map can be printed.\n  unproven';
const sort = 'C0.03 (list) The list can be sorted.\n  unproven';

it('prints a statement and the tests that prove it', () => {
  expect(coverageList('C0.01', statements, proofs)).toBe(scale);
});

it('prints the statements of an area', () => {
  expect(coverageList('map', statements, proofs)).toBe(`${scale}\n\n${print}`);
});

it('prints all statements', () => {
  expect(coverageList(undefined, statements, proofs)).toBe(`${scale}\n\n${print}\n\n${sort}`);
});

it('knows no statement or area of another name', () => {
  expect(coverageList('C9.99', statements, proofs)).toBeUndefined();
});
