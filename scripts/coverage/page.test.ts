import { expect, it } from 'vitest';
import { coveragePage } from './page.ts';

const statements = [
  { id: 'C0.01', area: 'map', statement: 'The map has a scale.' },
  { id: 'C0.02', area: 'map', statement: 'The map can be printed.' },
  { id: 'C0.03', area: 'list', statement: 'The list can be sorted.' },
];
const page = coveragePage(statements, new Map([['C0.01', [{ file: 'map.test.ts', title: 'has a scale' }]]]));

it('counts the statements of each area, and of all: all, proven, unproven', () => {
  expect(page).toContain('\n| list | 1 | 0 | 1 |\n| map | 2 | 1 | 1 |\n| **all** | 3 | 1 | 2 |\n');
});

it('lists the unproven statements by area, and no other', () => {
  expect(page.slice(page.indexOf('## Unproven'))).toBe(`## Unproven statements

### list

- C0.03 The list can be sorted.

### map

- C0.02 The map can be printed.
`);
});
