import { expect, it } from 'vitest';
import { boldChangesOf } from './changes.ts';
import { listMutants, type Mutant } from './mutants.ts';
import { reportOf } from './statement-report.ts';

const [a, b, c] = listMutants('a.ts', 'a();\nb();\nc();', 0, boldChangesOf) as [Mutant, Mutant, Mutant];
const result = (id: string, ...noticed: [Mutant, boolean][]) => ({
  id,
  tests: [`t.test.ts > ${id}`],
  tries: noticed.map(([bug, isNoticed]) => ({ bug, isNoticed })),
});

it('the report says of each statement whether its tests noticed a bug, and counts the first bug apart', () => {
  const results = [
    result('C1.01', [a, true]),
    result('C1.02', [a, false], [b, true]),
    result('C1.03', [a, false], [b, false], [c, false]),
    result('C1.04'),
  ];
  const { lines, isEnough } = reportOf(results, new Map([['in stories alone', ['C1.05', 'C1.06']]]));
  expect(lines).toEqual([
    'C1.01 noticed\n  a.ts:1  a() → undefined',
    'C1.02 noticed at bug 2\n  a.ts:1  a() → undefined\n  a.ts:2  b() → undefined',
    'C1.03 not noticed\n  a.ts:1  a() → undefined\n  a.ts:2  b() → undefined\n  a.ts:3  c() → undefined\n  t.test.ts > C1.03',
    'C1.04 not noticed: its tests run no code of the product\n  t.test.ts > C1.04',
    '2 in stories alone: C1.05 C1.06',
    '4 statements: 1 (25.0 %) noticed at the first bug, 2 (50.0 %) within three, 2 not',
  ]);
  expect(isEnough).toBe(false);
});

it('98 % noticed within three bugs are enough', () => {
  const results = (missed: number) =>
    Array.from({ length: 100 }, (_, index) => result(`C1.${index}`, [a, index >= missed]));
  expect(reportOf(results(2), new Map()).isEnough).toBe(true);
  expect(reportOf(results(3), new Map()).isEnough).toBe(false);
});
