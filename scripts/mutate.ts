import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyProject } from './mutation/copy.ts';
import { instrument } from './mutation/instrument.ts';
import { killedIn, openJournal, uselessIn } from './mutation/journal.ts';
import { listMutants, type Mutant } from './mutation/mutants.ts';
import { printScore, readAccepted, scoreOf } from './mutation/report.ts';
import { sampleOf } from './mutation/sample.ts';
import { changedSources, sourcesOf } from './mutation/sources.ts';
import { findTests, tryMutants } from './mutation/try-mutants.ts';
import { root } from './run.ts';

/**
 * `npm run mutate -- FOLDER…`: plants small bugs into the sources there, in a copy and one at a time, and lists the
 * survivors. Ends with 1 when fewer than 90 % are killed.
 *
 * `--changed` takes the sources that differ from main; `--sample 100 --seed 2` tries 100 of the bugs; `--tests FOLDER`
 * runs the tests of this folder only (by default every test that imports the sources, nearest first).
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true },
  },
});

const files = [...new Set([...positionals.flatMap(sourcesOf), ...(values.changed ? changedSources() : [])])];
const all: Mutant[] = [];
for (const file of files) all.push(...listMutants(file, readFileSync(join(root, file), 'utf8'), all.length));
const mutants = values.sample === undefined ? all : sampleOf(all, Number(values.sample), Number(values.seed));
if (mutants.length === 0) throw new Error('Nothing to try: name a folder or a file with code.');

const copy = copyProject();
process.once('exit', copy.remove);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
for (const [file, found] of Map.groupBy(mutants, (mutant) => mutant.file))
  writeFileSync(join(copy.path, file), instrument(readFileSync(join(root, file), 'utf8'), found));

const journal = join(copy.path, 'mutation-journal.jsonl');
const related = await findTests(copy.path, files);
const only = values.tests?.map((folder) => resolve(copy.path, folder));
const wanted = only === undefined ? related : related.filter((test) => only.some((folder) => test.startsWith(folder)));
console.log(`${mutants.length} mutants of ${all.length} in ${files.length} files; ${wanted.length} test files`);
const folders = files.map((file) => `${dirname(join(copy.path, file))}/`);
const isNear = (test: string) => folders.some((folder) => test.startsWith(folder));
await tryMutants(copy.path, journal, wanted.filter(isNear));
await tryMutants(
  copy.path,
  journal,
  wanted.filter((test) => !isNear(test)),
);

const entries = openJournal(journal).read();
for (const test of uselessIn(entries)) console.log(`fails without a mutant: ${test.replace(copy.path, '')}`);
const accepted = readAccepted(join(root, 'scripts/mutation/accepted'));
const score = scoreOf(mutants, killedIn(entries), accepted);
// In a sample it is unknown whether accepted survivors were killed.
process.exitCode = printScore(values.sample === undefined ? score : { ...score, stale: [] }) ? 0 : 1;
