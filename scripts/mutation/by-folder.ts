import { dirname, join, resolve } from 'node:path';
import { root } from '../run.ts';
import { changesOf } from './changes.ts';
import { copyWith } from './copy.ts';
import { killedIn, openJournal, uselessIn } from './journal.ts';
import { listAllMutants } from './mutants.ts';
import { printScore, readAccepted, scoreOf } from './report.ts';
import { sampleOf } from './sample.ts';
import { changedSources, sourcesOf } from './sources.ts';
import { findTests, tryMutants } from './try-mutants.ts';

interface Options {
  changed: boolean;
  sample: number | undefined;
  seed: number;
  tests?: string[] | undefined;
}

/** Tries the bugs in these folders, prints the survivors, and returns whether enough are noticed. */
export async function mutateFolders(folders: readonly string[], options: Options): Promise<boolean> {
  const files = [...new Set([...folders.flatMap(sourcesOf), ...(options.changed ? changedSources() : [])])];
  const all = listAllMutants(files, changesOf);
  const mutants = options.sample === undefined ? all : sampleOf(all, options.sample, options.seed);
  if (mutants.length === 0) throw new Error('Nothing to try: name a folder or a file with code.');

  const copy = copyWith(mutants);
  const journal = join(copy, 'mutation-journal.jsonl');
  const related = await findTests(copy, files);
  const only = options.tests?.map((folder) => resolve(copy, folder));
  const wanted =
    only === undefined ? related : related.filter((test) => only.some((folder) => test.startsWith(folder)));
  console.log(`${mutants.length} mutants of ${all.length} in ${files.length} files; ${wanted.length} test files`);
  const besides = files.map((file) => `${dirname(join(copy, file))}/`);
  const isNear = (test: string) => besides.some((folder) => test.startsWith(folder));
  await tryMutants(copy, journal, wanted.filter(isNear));
  await tryMutants(
    copy,
    journal,
    wanted.filter((test) => !isNear(test)),
  );

  const entries = openJournal(journal).read();
  for (const test of uselessIn(entries)) console.log(`fails without a mutant: ${test.replace(copy, '')}`);
  const score = scoreOf(mutants, killedIn(entries), readAccepted(join(root, 'scripts/mutation/accepted')));
  // In a sample it is unknown whether accepted survivors were killed.
  return printScore(options.sample === undefined ? score : { ...score, stale: [] });
}
