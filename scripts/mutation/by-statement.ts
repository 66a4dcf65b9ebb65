import { join } from 'node:path';
import { idsIn, type Proofs, readProofs } from '../coverage/proofs.ts';
import { readStatements, type Statement } from '../coverage/statements.ts';
import { boldChangesOf } from './changes.ts';
import { chooseBugs, mostBugs } from './choose.ts';
import { copyWith } from './copy.ts';
import { type Entry, openJournal } from './journal.ts';
import { listAllMutants, type Mutant } from './mutants.ts';
import type { Plan } from './run-tests.ts';
import { sampleOf } from './sample.ts';
import { sourcesOf } from './sources.ts';
import { type Result, reportOf } from './statement-report.ts';
import { tryInTests } from './try-mutants.ts';

/** The statements that a test names, by its file and full name. */
type Tests = ReadonlyMap<string, readonly string[]>;

/** Tries one bug for each statement in the code of its own tests, prints which are noticed, and returns whether enough are. */
export async function mutateStatements(
  names: readonly string[],
  sample: number | undefined,
  seed: number,
): Promise<boolean> {
  const all = readStatements();
  const named = all.filter(({ id, area }) => names.length === 0 || names.includes(id) || names.includes(area));
  const statements = sample === undefined ? named : sampleOf(named, sample, seed);
  if (statements.length === 0) throw new Error(`No statement or area ${names.join(', ')}.`);
  const proofs = readProofs();
  const titled = statements.flatMap(({ id }) => proofs.get(id) ?? []).map(({ file }) => file);
  const files = new Set(titled.filter((file) => !isStory(file)));

  const mutants = listAllMutants(['apps', 'packages'].flatMap(sourcesOf).filter(isProduct), boldChangesOf);
  const copy = copyWith(mutants);
  console.log(`${statements.length} statements, ${files.size} test files, ${mutants.length} bugs to choose from`);
  const look = join(copy, 'mutation-look.jsonl');
  await tryInTests(
    copy,
    look,
    jobsOf(
      {},
      [...files].map((file) => join(copy, file)),
    ),
    String.raw`\[[A-Z]\d\.\d{2,3}`,
  );
  const { tests, reached } = readLook(openJournal(look).read());
  const covered = all.map(({ id, area }) => ({ id, area, reached: reached.get(id) ?? new Set<number>() }));
  const bugs = chooseBugs(covered, mutants, seed);
  const wanted = statements.filter(({ id }) => reached.has(id));
  const results = await tryBugs(copy, wanted, tests, bugs);

  const { lines, isEnough } = reportOf(results, besidesOf(statements, results, proofs));
  for (const line of lines) console.log(line.replaceAll(`${copy}/`, ''));
  return isEnough;
}

const isStory = (file: string) => file.startsWith('e2e/');
const isProduct = (file: string) => /\/src\//.test(file);

/** The bugs that the tests of each statement reach, and the tests. */
function readLook(entries: readonly Entry[]) {
  const tests = new Map<string, string[]>();
  const reached = new Map<string, Set<number>>();
  for (const entry of entries) {
    if (entry.type !== 'reached') continue;
    tests.set(entry.test, idsIn(entry.test));
    for (const id of idsIn(entry.test)) reached.set(id, new Set([...(reached.get(id) ?? []), ...entry.ids]));
  }
  return { tests, reached };
}

/** One bug a statement and round; the next round is of the statements whose bug was not noticed. */
async function tryBugs(
  copy: string,
  statements: readonly Statement[],
  tests: Tests,
  bugs: ReadonlyMap<string, readonly Mutant[]>,
): Promise<Result[]> {
  const results = statements.map(({ id }) => ({
    id,
    tests: [...tests].filter(([, ids]) => ids.includes(id)).map(([test]) => test),
    tries: [] as { bug: Mutant; isNoticed: boolean }[],
  }));
  for (let round = 0; round < mostBugs; round++) {
    const open = results.filter(({ tries }) => !tries.some(({ isNoticed }) => isNoticed));
    const plan: Record<string, number[]> = {};
    for (const result of open)
      for (const test of result.tests) {
        const bug = bugs.get(result.id)?.[round];
        if (bug !== undefined) plan[test] = [...new Set([...(plan[test] ?? []), bug.id])];
      }
    const journal = join(copy, `mutation-round-${round}.jsonl`);
    const files = new Set(Object.keys(plan).map(fileOf));
    await tryInTests(
      copy,
      journal,
      jobsOf(plan, [...files]),
      open.map(({ id }) => id.replace('.', String.raw`\.`)).join('|'),
    );
    const entries = openJournal(journal).read();
    for (const { id, tests: own, tries } of open) {
      const bug = bugs.get(id)?.[round];
      const verdicts = entries.filter((entry) => isVerdict(entry) && entry.id === bug?.id && own.includes(entry.test));
      if (bug !== undefined && verdicts.length > 0)
        tries.push({ bug, isNoticed: verdicts.some(({ type }) => type === 'killed') });
    }
  }
  return results;
}

const isVerdict = (entry: Entry) => entry.type === 'killed' || entry.type === 'survived';
const fileOf = (test: string) => test.split(' > ', 1).join('');
const jobsOf = (plan: Plan, files: readonly string[]) =>
  files.map((file) => ({
    mutant: null,
    tests: [file],
    plan: Object.fromEntries(Object.entries(plan).filter(([test]) => fileOf(test) === file)),
  }));

/** Statements without a test that could be tried, by the reason. */
function besidesOf(statements: readonly Statement[], results: readonly Result[], proofs: Proofs) {
  const tried = new Set(results.map(({ id }) => id));
  return Map.groupBy(
    statements.map(({ id }) => id).filter((id) => !tried.has(id)),
    (id) => {
      const files = proofs.get(id)?.map(({ file }) => file) ?? [];
      if (files.length === 0) return 'without a test';
      return files.every(isStory) ? 'in stories alone' : 'whose tests did not pass';
    },
  );
}
