import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createVitest } from 'vitest/node';
import { openJournal } from './journal.ts';

/** The mutants that each test tries, of those that it reaches, by the file and the full name of the test. */
export type Plan = Readonly<Record<string, readonly number[]>>;

/** One run of test files. With `mutant` null each test tries the mutants that it reaches, or those of the plan. */
export interface Job {
  mutant: number | null;
  /** Absolute paths. */
  tests: readonly string[];
  plan?: Plan | undefined;
}

/** `run-tests.ts JOURNAL [TITLES]`, with the jobs on standard input, in the copy and as a process of its own: a mutant can end or block it. */
const [journalPath = '', titles] = process.argv.slice(2);
const jobs = (await json(process.stdin)) as Job[];
const journal = openJournal(journalPath);
const vitest = await createVitest('test', {
  watch: false,
  reporters: [{}],
  silent: true,
  maxWorkers: 1,
  maxConcurrency: 1,
  project: ['!processes'],
  ...(titles === undefined ? {} : { testNamePattern: new RegExp(titles) }),
});
for (const project of vitest.projects) {
  project.config.runner = join(import.meta.dirname, 'runner.ts');
  project.vite.config.server.fs.strict = false; // npm's packages are outside of the copy
}

for (const { mutant, tests, plan } of jobs) {
  const wanted = new Set(tests);
  const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) => wanted.has(moduleId));
  for (const specification of specifications) {
    vitest.provide('mutation', { journal: journalPath, mutant, plan });
    if (mutant !== null) journal.append({ type: 'trying', id: mutant, test: specification.moduleId });
    const { testModules } = await vitest.runTestSpecifications([specification]);
    if (mutant === null || testModules.every((module) => module.ok())) continue;
    journal.append({ type: 'killed', id: mutant, test: specification.moduleId });
    break;
  }
}
await vitest.close();
process.exit();
