import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.ts';
import { type Entry, openJournal } from './journal.ts';
import type { Mutant } from './mutants.ts';
import { tryInTests } from './try-mutants.ts';

/** The bugs that each test reaches, by its full name. */
type Reached = Record<string, number[]>;

/** So many test files are looked at before what was seen is kept. */
const atOnce = 20;

/**
 * The bugs that the tests of these files reach, by file, of the tests with these titles. It takes minutes, and is kept
 * until the sources or the test change. Files whose tests did not run are looked at again.
 */
export async function lookAt(copy: string, files: readonly string[], mutants: readonly Mutant[], titles: string) {
  const kept = join(root, '.mutation/look.json');
  const known: Record<string, Reached> = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const sources = digest(mutants.map(({ id, file, start, text }) => [id, file, start, text].join(' ')).join('\n'));
  const keys = new Map(files.map((file) => [file, digest(`${sources} ${readFileSync(join(root, file), 'utf8')}`)]));
  const keyOf = (file: string) => `${file} ${keys.get(file)}`;
  const missing = files.filter((file) => known[keyOf(file)] === undefined);
  for (let from = 0; from < missing.length; from += atOnce) {
    const part = missing.slice(from, from + atOnce);
    console.log(`looking at the tests: ${from} of ${missing.length} files`);
    const journal = join(copy, `mutation-look-${from}.jsonl`);
    const jobs = part.map((file) => ({ mutant: null, tests: [join(copy, file)], plan: {} }));
    await tryInTests(copy, journal, jobs, titles);
    const entries = openJournal(journal).read();
    const ended = new Set(entries.flatMap((entry) => (entry.type === 'static' ? [entry.file] : [])));
    for (const file of part) if (ended.has(join(copy, file))) known[keyOf(file)] = reachedIn(join(copy, file), entries);
    const current = files.map(keyOf).filter((key) => known[key] !== undefined);
    writeFileSync(kept, JSON.stringify(Object.fromEntries(current.map((key) => [key, known[key]]))));
  }
  return new Map(files.map((file) => [file, known[keyOf(file)] ?? {}]));
}

const reachedIn = (file: string, entries: readonly Entry[]): Reached =>
  Object.fromEntries(
    entries.flatMap((entry) =>
      entry.type === 'reached' && entry.test.startsWith(`${file} > `)
        ? [[entry.test.slice(file.length + 3), entry.ids]]
        : [],
    ),
  );

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
