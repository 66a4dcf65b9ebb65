/** What the counter of a device said at a time, in Unix milliseconds. */
export type Count = readonly [at: number, steps: number];

/** More between two counts is a fault of the counter: the longest day's march is below this. */
const mostBetween = 100_000;
/** A counter that starts again more often in a day is broken, and is not followed further. */
const mostCounts = 100;

/** The counts of a day with one more, oldest first. The same array when it adds nothing to what they say. */
export function withCount(counts: readonly Count[], added: Count): readonly Count[] {
  const place = counts.findLastIndex(([at]) => at <= added[0]) + 1;
  const [before, after] = [counts[place - 1], counts[place]];
  if (isBetween(before, added, after) || before?.[1] === added[1] || after?.[1] === added[1]) return counts;
  const sorted = counts.toSpliced(place, 0, added);
  const needed = sorted.filter((count, index) => !isBetween(sorted[index - 1], count, sorted[index + 1]));
  return needed.length > mostCounts ? counts : needed;
}

/** The steps of a day, given what the counter said last before it (null: nothing yet). */
export function stepsOf(counts: readonly Count[], countedBefore: number | null): number {
  let [steps, last] = [0, countedBefore ?? 0];
  for (const [, counted] of counts) {
    // A lower count is one of a counter that has started again at midnight, or with the device.
    const walked = counted >= last ? counted - last : counted;
    if (walked <= mostBetween) steps += walked;
    last = counted;
  }
  return steps;
}

/** Without the count the steps are the same. */
function isBetween(before: Count | undefined, [, steps]: Count, after: Count | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return before[1] <= steps && steps <= after[1] && after[1] - before[1] <= mostBetween;
}
