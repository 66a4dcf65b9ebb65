import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** The results, in order. `test` is the file and the full name of a test. */
export type Entry =
  | { type: 'reached'; test: string; ids: number[] }
  /** Reached outside of tests: while files are loaded, in `beforeAll` and `afterAll`. */
  | { type: 'static'; file: string; ids: number[] }
  | { type: 'trying'; id: number; test: string }
  | { type: 'killed'; id: number; test: string }
  | { type: 'survived'; id: number; test: string }
  /** The test failed without a mutant. */
  | { type: 'broken'; file: string; test: string };

/** Messages between the processes of one run; a process that dies leaves a whole record. */
export function openJournal(path: string) {
  return {
    path,
    append: (entry: Entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`),
    read: (): Entry[] =>
      existsSync(path)
        ? readFileSync(path, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line))
        : [],
  };
}

export const killedIn = (entries: readonly Entry[]): Set<number> =>
  new Set(entries.flatMap((entry) => (entry.type === 'killed' ? [entry.id] : [])));

/** The mutants that this test has tried, whether it noticed them or not. */
export const triedBy = (test: string, entries: readonly Entry[]): Set<number> =>
  new Set(
    entries.flatMap((entry) =>
      (entry.type === 'killed' || entry.type === 'survived') && entry.test === test ? [entry.id] : [],
    ),
  );

/** Tests that never passed without a mutant, so that they could not kill any. */
export function uselessIn(entries: readonly Entry[]): string[] {
  const passed = new Set(entries.flatMap((entry) => (entry.type === 'reached' ? [entry.test] : [])));
  const broken = entries.flatMap((entry) => (entry.type === 'broken' ? [entry.test] : []));
  return [...new Set(broken)].filter((test) => !passed.has(test));
}
