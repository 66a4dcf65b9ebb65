import { createHash } from 'node:crypto';
import type { Mutant } from './mutants.ts';

/** What is known of a statement before a bug is planted. */
export interface Covered {
  id: string;
  area: string;
  /** The bugs that its tests reach. */
  reached: ReadonlySet<number>;
}

/** So many are tried at most, one after another, until one is noticed. */
export const mostBugs = 3;

/**
 * The bugs to plant for each statement, by its id, in the order in which they are tried: in the code that the fewest
 * statements run, first where the path names the area, and each in another line. The same for the same seed.
 */
export function chooseBugs(
  statements: readonly Covered[],
  mutants: readonly Mutant[],
  seed: number,
): Map<string, Mutant[]> {
  const users = new Map<number, number>();
  for (const { reached } of statements) for (const id of reached) users.set(id, (users.get(id) ?? 0) + 1);
  return new Map(
    statements.map(({ id, area, reached }) => {
      const ranked = mutants
        .filter((mutant) => reached.has(mutant.id))
        .map((mutant) => ({
          mutant,
          users: users.get(mutant.id) ?? 0,
          isElsewhere: Number(!mutant.file.includes(area)),
          lot: createHash('sha1')
            .update(`${seed} ${id} ${mutant.file} ${mutant.lineText} ${mutant.text}`)
            .digest('hex'),
        }))
        .sort((a, b) => a.users - b.users || a.isElsewhere - b.isElsewhere || (a.lot < b.lot ? -1 : 1));
      const chosen: Mutant[] = [];
      for (const { mutant } of ranked) {
        if (chosen.length === mostBugs) break;
        if (!chosen.some(({ file, line }) => file === mutant.file && line === mutant.line)) chosen.push(mutant);
      }
      return [id, chosen];
    }),
  );
}
