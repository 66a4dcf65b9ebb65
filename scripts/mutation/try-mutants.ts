import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { toolEnvironment } from '../run.ts';
import { killedIn, openJournal } from './journal.ts';
import type { Job } from './run-tests.ts';

/** Timeout without journal entries when a mutant blocks its process. It counts as killed. */
const maxSilence = 90_000;

/** The test files of the copy that import one of these files, directly or indirectly, without those of processes. */
export async function findTests(copy: string, files: readonly string[]): Promise<string[]> {
  const related = files.map((file) => join(copy, file));
  const vitest = await createVitest('test', { root: copy, watch: false, related, project: ['!processes'] });
  const specifications = await vitest.getRelevantTestSpecifications();
  await vitest.close();
  return specifications.map(({ moduleId }) => moduleId);
}

/** Each test tries the mutants that it reaches; those reached while files are loaded get runs of whole files. */
export async function tryMutants(copy: string, journalPath: string, tests: readonly string[]): Promise<void> {
  await tryInTests(
    copy,
    journalPath,
    tests.map((test) => ({ mutant: null, tests: [test] })),
  );
  await tryStatic(copy, journalPath, new Set(tests));
}

/** Runs the jobs, one a test file, of the tests with these titles, until each test has tried its mutants. */
export async function tryInTests(
  copy: string,
  journalPath: string,
  jobs: readonly Job[],
  titles?: string,
): Promise<void> {
  const journal = openJournal(journalPath);
  let waiting = [...jobs];
  while (waiting.length > 0) {
    const known = journal.read().length;
    await runJobs(copy, journalPath, waiting, titles);
    const news = journal.read().slice(known);
    const ended = new Set(news.flatMap((entry) => (entry.type === 'static' ? [entry.file] : [])));
    const broken = new Set(news.flatMap((entry) => (entry.type === 'broken' ? [entry.file] : [])));
    const isProgress = news.some(({ type }) => type === 'killed' || type === 'survived');
    const isOpen = (test: string) => !ended.has(test) || broken.has(test);
    waiting = isProgress ? waiting.filter(({ tests }) => tests.some(isOpen)) : [];
  }
}

async function tryStatic(copy: string, journalPath: string, tests: ReadonlySet<string>): Promise<void> {
  const entries = openJournal(journalPath).read();
  const killed = killedIn(entries);
  const files = new Map<number, Set<string>>();
  for (const entry of entries)
    if (entry.type === 'static' && tests.has(entry.file))
      for (const id of entry.ids) if (!killed.has(id)) files.set(id, (files.get(id) ?? new Set()).add(entry.file));
  await tryInFiles(
    copy,
    journalPath,
    [...files].map(([mutant, found]) => ({ mutant, tests: [...found] })),
  );
}

/** Runs the jobs, of the tests with these titles, each with its mutant from the load of the file on. */
export async function tryInFiles(
  copy: string,
  journalPath: string,
  jobs: readonly Job[],
  titles?: string,
): Promise<void> {
  let waiting = jobs;
  while (waiting.length > 0) {
    const blocked = await runJobs(copy, journalPath, waiting, titles);
    waiting = blocked === undefined ? [] : waiting.slice(waiting.findIndex(({ mutant }) => mutant === blocked) + 1);
  }
}

/** Runs the jobs until all are done, or one blocks: its mutant is returned. */
async function runJobs(
  copy: string,
  journalPath: string,
  jobs: readonly Job[],
  titles?: string,
): Promise<number | undefined> {
  const journal = openJournal(journalPath);
  const script = join(copy, 'scripts/mutation/run-tests.ts');
  const child = spawn('node', [script, journalPath, ...(titles === undefined ? [] : [titles])], {
    cwd: copy,
    env: toolEnvironment,
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  child.stdin.end(JSON.stringify(jobs)); // more than an argument can hold
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  process.prependOnceListener('exit', stop);
  const began = Date.now();
  let isBlocked = false;
  const watch = setInterval(() => {
    const last = statSync(journalPath, { throwIfNoEntry: false })?.mtimeMs ?? began;
    isBlocked = Date.now() - Math.max(last, began) > maxSilence;
    if (isBlocked) stop();
  }, 1000);
  await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  process.off('exit', stop);
  const last = journal.read().at(-1);
  if (!isBlocked || last?.type !== 'trying') return undefined;
  journal.append({ type: 'killed', id: last.id, test: last.test });
  return last.id;
}
