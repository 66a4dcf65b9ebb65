import type { Mutant } from './mutants.ts';
import { changeOf } from './report.ts';

/** What came of a statement. */
export interface Result {
  id: string;
  /** Its tests, by file and full name, as far as they run within the process of the test runner. */
  tests: readonly string[];
  /** The bugs that were planted, in their order. The last one is noticed, or none is. */
  tries: readonly { bug: Mutant; isNoticed: boolean }[];
}

const leastPercent = 98;

/** A line for each statement, and the sum in the last one. `besides` are statements without such tests, by the reason. */
export function reportOf(results: readonly Result[], besides: ReadonlyMap<string, readonly string[]>) {
  const within = (most: number) =>
    results.filter(({ tries }) => tries.slice(0, most).some(({ isNoticed }) => isNoticed)).length;
  const share = (count: number) => (results.length === 0 ? 100 : (count / results.length) * 100);
  const first = within(1);
  const all = within(Number.POSITIVE_INFINITY);
  const sum = `${results.length} statements: ${first} (${share(first).toFixed(1)} %) noticed at the first bug, ${all} (${share(all).toFixed(1)} %) within three, ${results.length - all} not`;
  const others = [...besides].map(([reason, ids]) => `${ids.length} ${reason}: ${ids.join(' ')}`);
  return { lines: [...results.map(lineOf), ...others, sum], isEnough: share(all) >= leastPercent };
}

function lineOf({ id, tests, tries }: Result): string {
  const bugs = tries.map(({ bug }) => `\n  ${bug.file}:${bug.line}  ${shortened(changeOf(bug))}`);
  if (tries.length === 1 && tries[0]?.isNoticed) return `${id} noticed${bugs.join('')}`;
  if (tries.at(-1)?.isNoticed) return `${id} noticed at bug ${tries.length}${bugs.join('')}`;
  const own = tests.map((test) => `\n  ${test}`);
  const why = tries.length === 0 ? 'not noticed: its tests run no code of the product' : 'not noticed';
  return `${id} ${why}${[...bugs, ...own].join('')}`;
}

/** As much of a change as shows which one it is. */
const shortened = (change: string) => (change.length > 120 ? `${change.slice(0, 90)}…${change.slice(-25)}` : change);
