import { join } from 'node:path';
import { idsIn, type Proofs, readProofs } from '../coverage/proofs.ts';
import { readStatements, type Statement } from '../coverage/statements.ts';
import { boldChangesOf } from './changes.ts';
import { type Covered, chooseBugs, mostBugs } from './choose.ts';
import { copyWith } from './copy.ts';
import { type Entry, killedIn, openJournal } from './journal.ts';
import { lookAt } from './look.ts';
import { listAllMutants, type Mutant } from './mutants.ts';
import type { Plan } from './run-tests.ts';
import { sampleOf } from './sample.ts';
import { sourcesOf } from './sources.ts';
import { type Result, reportOf } from './statement-report.ts';
import { tryInFiles, tryInTests } from './try-mutants.ts';

interface NamingTest {
  /** The file in the copy, and the full name. */
  name: string;
  /** The statements that it names, and the bugs that it reaches. */
  ids: string[];
  reached: number[];
}

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
  const files = new Set([...proofs.values()].flat().map(({ file }) => file));

  const mutants = listAllMutants(['apps', 'packages'].flatMap(sourcesOf).filter(isProduct), boldChangesOf);
  const copy = copyWith(mutants);
  console.log(`${statements.length} statements, ${mutants.length} bugs to choose from`);
  const inProcess = [...files].filter((file) => !isStory(file));
  const tests = readTests(await lookAt(copy, inProcess, mutants, String.raw`\[[A-Z]\d\.\d{2,3}`), copy);
  const covered = all.map((statement) => coveredBy(tests, statement));
  const bugs = chooseBugs(covered, mutants, seed);
  const wanted = statements.filter(({ id }) => tests.some(({ ids }) => ids.includes(id)));
  const results = await tryBugs(copy, wanted, tests, bugs);

  const { lines, isEnough } = reportOf(results, besidesOf(statements, results, proofs));
  for (const line of lines) console.log(line.replaceAll(`${copy}/`, ''));
  return isEnough;
}

const isStory = (file: string) => file.startsWith('e2e/');
const isProduct = (file: string) => /\/src\//.test(file);

const readTests = (looked: Awaited<ReturnType<typeof lookAt>>, copy: string): NamingTest[] =>
  [...looked].flatMap(([file, tests]) =>
    Object.entries(tests).map(([title, reached]) => ({
      name: `${join(copy, file)} > ${title}`,
      ids: idsIn(title),
      reached,
    })),
  );

function coveredBy(tests: readonly NamingTest[], { id, area, statement }: Statement): Covered {
  const own = tests.filter(({ ids }) => ids.includes(id));
  return { id, about: `${area} ${statement}`, reached: new Set(own.flatMap(({ reached }) => reached)) };
}

/** One bug a statement and round; the next round is of the statements whose bug was not noticed. */
async function tryBugs(
  copy: string,
  statements: readonly Statement[],
  tests: readonly NamingTest[],
  bugs: ReadonlyMap<string, readonly Mutant[]>,
): Promise<Result[]> {
  const results = statements.map(({ id }) => ({
    id,
    tests: tests.filter(({ ids }) => ids.includes(id)).map(({ name }) => name),
    tries: [] as { bug: Mutant; isNoticed: boolean }[],
  }));
  for (let round = 0; round < mostBugs; round++) {
    const open = results.flatMap((result) => {
      const bug = bugs.get(result.id)?.[round];
      return bug === undefined || result.tries.some(({ isNoticed }) => isNoticed) ? [] : [{ ...result, bug }];
    });
    console.log(`bug ${round + 1} of ${open.length} statements`);
    const verdicts = await tryOneEach(join(copy, `mutation-round-${round}`), copy, open);
    for (const { id, bug, tries } of open) tries.push({ bug, isNoticed: verdicts.get(id) ?? false });
  }
  return results;
}

type Open = Pick<Result, 'id' | 'tests'> & { bug: Mutant };

/** Whether the tests of each statement notice its bug. */
async function tryOneEach(journals: string, copy: string, open: readonly Open[]): Promise<Map<string, boolean>> {
  const plan: Record<string, number[]> = {};
  for (const { bug, tests } of open)
    for (const test of tests) plan[test] = [...new Set([...(plan[test] ?? []), bug.id])];
  const journal = openJournal(`${journals}.jsonl`);
  await tryInTests(copy, journal.path, jobsOf(plan), titled(open));
  const entries = journal.read();
  const noticed = new Map<string, boolean>();
  for (const { id, bug, tests } of open) {
    const verdicts = entries.filter((entry) => isVerdict(entry) && entry.id === bug.id && tests.includes(entry.test));
    if (verdicts.length > 0)
      noticed.set(
        id,
        verdicts.some(({ type }) => type === 'killed'),
      );
  }
  // A test that passes only once in a process cannot be compared with itself: it runs with the bug from the start.
  for (const statement of open.filter(({ id }) => !noticed.has(id))) {
    const alone = openJournal(`${journals}-${statement.id}.jsonl`);
    const job = { mutant: statement.bug.id, tests: [...new Set(statement.tests.map(fileOf))] };
    await tryInFiles(copy, alone.path, [job], titled([statement]));
    noticed.set(statement.id, killedIn(alone.read()).size > 0);
  }
  return noticed;
}

const titled = (open: readonly Open[]) => open.map(({ id }) => id.replace('.', String.raw`\.`)).join('|');
const isVerdict = (entry: Entry) => entry.type === 'killed' || entry.type === 'survived';
const fileOf = (test: string) => test.split(' > ', 1).join('');
/** One job a test file. */
const jobsOf = (plan: Plan) =>
  [...Map.groupBy(Object.entries(plan), ([test]) => fileOf(test))].map(([file, tests]) => ({
    mutant: null,
    tests: [file],
    plan: Object.fromEntries(tests),
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
