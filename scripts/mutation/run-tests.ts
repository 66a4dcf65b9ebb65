import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createVitest } from 'vitest/node';
import { openJournal } from './journal.ts';

/** One run of test files. With `mutant` null each test tries the mutants that it reaches. */
export interface Job {
  mutant: number | null;
  /** Absolute paths. */
  tests: readonly string[];
}

/** `run-tests.ts JOURNAL`, with the jobs on standard input, in the copy and as a process of its own: a mutant can end or block it. */
const [journalPath = ''] = process.argv.slice(2);
const jobs = (await json(process.stdin)) as Job[];
const journal = openJournal(journalPath);
const vitest = await createVitest('test', {
  watch: false,
  reporters: [{}],
  silent: true,
  maxWorkers: 1,
  maxConcurrency: 1,
  project: ['!processes'],
});
for (const project of vitest.projects) project.config.runner = join(import.meta.dirname, 'runner.ts');

for (const { mutant, tests } of jobs) {
  const wanted = new Set(tests);
  const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) => wanted.has(moduleId));
  for (const specification of specifications) {
    vitest.provide('mutation', { journal: journalPath, mutant });
    if (mutant !== null) journal.append({ type: 'trying', id: mutant, test: specification.moduleId });
    const { testModules } = await vitest.runTestSpecifications([specification]);
    if (mutant === null || testModules.every((module) => module.ok())) continue;
    journal.append({ type: 'killed', id: mutant, test: specification.moduleId });
    break;
  }
}
await vitest.close();
process.exit();
