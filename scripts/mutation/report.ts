import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';

/** A mutant that no test needs to kill. It is identified by its line's text, so that it survives moves. */
export interface Accepted {
  file: string;
  line: string;
  change: string;
  reason: string;
}

/** On one line. */
export const changeOf = ({ before, after }: Pick<Mutant, 'before' | 'after'>) =>
  `${before} → ${after}`.replaceAll(/\s+/g, ' ');

/** Every list in `folder`, as one. */
export function readAccepted(folder: string): Accepted[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Accepted[]);
}

const leastPercent = 90;

export interface Score {
  killed: number;
  survivors: Mutant[];
  accepted: number;
  /** Entries of files that were tried whole, whose mutant is killed now or gone. */
  stale: Accepted[];
  /** Killed of those that are not accepted, in percent. */
  percent: number;
}

export function scoreOf(mutants: readonly Mutant[], killed: ReadonlySet<number>, list: readonly Accepted[]): Score {
  const alive = mutants.filter(({ id }) => !killed.has(id));
  const matches = (mutant: Mutant, { file, line, change }: Accepted) =>
    mutant.file === file && mutant.lineText === line && changeOf(mutant) === change;
  const survivors = alive.filter((mutant) => !list.some((entry) => matches(mutant, entry)));
  const files = new Set(mutants.map(({ file }) => file));
  const tried = mutants.length - (alive.length - survivors.length);
  return {
    killed: mutants.length - alive.length,
    survivors,
    accepted: alive.length - survivors.length,
    stale: list.filter((entry) => files.has(entry.file) && !alive.some((mutant) => matches(mutant, entry))),
    percent: tried === 0 ? 100 : ((tried - survivors.length) / tried) * 100,
  };
}

/** Prints the survivors and the score, and returns whether it is enough. */
export function printScore({ killed, survivors, accepted, stale, percent }: Score): boolean {
  for (const survivor of survivors) console.log(`${survivor.file}:${survivor.line}  ${changeOf(survivor)}`);
  for (const { file, line, change } of stale)
    console.log(`accepted, but noticed now or gone: ${file}: ${line}: ${change}`);
  console.log(`${percent.toFixed(1)} %: ${killed} noticed, ${survivors.length} not, ${accepted} accepted`);
  return percent >= leastPercent;
}
