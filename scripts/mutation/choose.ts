import { createHash } from 'node:crypto';
import type { Mutant } from './mutants.ts';

/** What is known of a statement before a bug is planted. */
export interface Covered {
  id: string;
  /** What it is about, in words. */
  about: string;
  /** The bugs that its tests reach. */
  reached: ReadonlySet<number>;
}

/** So many of the bugs are looked at that the fewest statements reach. */
const rarest = 40;

/** So many are tried at most, one after another, until one is noticed. */
export const mostBugs = 3;

/**
 * The bugs to plant for each statement, by its id, in the order in which they are tried: in the code that the fewest
 * statements run, first where its path and line have the most words of the statement, and each in another line. The
 * same for the same seed.
 */
export function chooseBugs(
  statements: readonly Covered[],
  mutants: readonly Mutant[],
  seed: number,
): Map<string, Mutant[]> {
  const users = new Map<number, number>();
  for (const { reached } of statements) for (const id of reached) users.set(id, (users.get(id) ?? 0) + 1);
  return new Map(
    statements.map(({ id, about, reached }) => {
      const words = wordsIn(about);
      const ranked = mutants
        .filter((mutant) => reached.has(mutant.id))
        .map((mutant) => ({
          mutant,
          users: users.get(mutant.id) ?? 0,
          common: [...wordsIn(`${mutant.file} ${mutant.lineText}`)].filter((word) => words.has(word)).length,
          lot: createHash('sha1')
            .update(`${seed} ${id} ${mutant.file} ${mutant.lineText} ${mutant.text}`)
            .digest('hex'),
        }))
        .sort((a, b) => a.users - b.users || (a.lot < b.lot ? -1 : 1))
        .slice(0, rarest)
        .sort((a, b) => b.common - a.common || a.users - b.users);
      const chosen: Mutant[] = [];
      for (const { mutant } of ranked) {
        if (chosen.length === mostBugs) break;
        if (!chosen.some(({ file, line }) => file === mutant.file && line === mutant.line)) chosen.push(mutant);
      }
      return [id, chosen];
    }),
  );
}

/** The words of a text or of code, small and without their plural: `hasNotes` has `note`. */
const wordsIn = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3)
      .map((word) => word.replace(/s$/, '')),
  );
