import type { Mutant } from './mutants.ts';

/**
 * The source with all its mutants at once, each behind a switch: `__mutate(7)` reports that the place was reached, and
 * returns whether mutant 7 is the one to be tried.
 */
export function instrument(source: string, mutants: readonly Mutant[]): string {
  const places = Map.groupBy(mutants, ({ start, end }) => `${start} ${end}`);
  const insertions = [...places.values()].flatMap((group) => {
    const [{ start, end }] = group as [Mutant];
    const before = group.map(({ id, text }) => `globalThis.__mutate?.(${id}) ? (${text}) : `).join('');
    return [
      { at: start, closes: false, width: end - start, text: `(${before}` },
      { at: end, closes: true, width: end - start, text: ')' },
    ];
  });
  insertions.sort(
    (a, b) =>
      a.at - b.at ||
      Number(b.closes) - Number(a.closes) || // an end at this place precedes a start
      (a.closes ? a.width - b.width : b.width - a.width), // the wider one is outside
  );
  let from = 0;
  let out = '';
  for (const { at, text } of insertions) {
    out += source.slice(from, at) + text;
    from = at;
  }
  return out + source.slice(from);
}
