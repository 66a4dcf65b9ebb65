import { expect, it } from 'vitest';
import { labelRows } from './label-rows.ts';

it('labels of marks at one place are in rows above each other, and those of others stay', () => {
  const marks = [
    { key: 'first', x: 100, y: 200 },
    { key: 'far', x: 300, y: 200 },
    { key: 'same place', x: 100, y: 200 },
    { key: 'a little below', x: 120, y: 210.4 },
    { key: 'well below', x: 100, y: 240 },
  ];
  expect(Object.fromEntries([...labelRows(marks)].map(([key, { lift }]) => [key, lift]))).toEqual({
    ...{ first: 0, 'same place': 26, 'a little below': 62 },
    ...{ far: 0, 'well below': 0 },
  });
});

it('of many marks at one place four have labels, and the last one says how many more there are', () => {
  const marks = Array.from({ length: 9 }, (_, at) => ({ key: String(at), x: 5, y: 5 }));
  expect([...labelRows(marks)].map(([key, { more }]) => [key, more])).toEqual([
    ...[
      ['0', 0],
      ['1', 0],
      ['2', 0],
      ['3', 5],
    ],
  ]);
  expect([...labelRows(marks.slice(0, 4)).values()].map(({ more }) => more)).toEqual([0, 0, 0, 0]);
});
