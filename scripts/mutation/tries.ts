export interface TriesReport {
  killed(id: number): void;
  survived(id: number): void;
  /** The test fails without a mutant. */
  broken(): void;
}

/**
 * The tries of one test: first without a mutant, which shows what mutants the test reaches, then with each of these.
 * Yields the mutant of the next try, `null` for none, and is told whether that try failed.
 *
 * After a failure the test must pass without a mutant, or nothing more is tried here: something of the mutant was left
 * behind, and would make the others fail too. Where a surviving mutant can have done so, the failure does not count.
 */
export function* planTries(
  reached: () => Iterable<number>,
  report: TriesReport,
): Generator<number | null, void, boolean> {
  if (yield null) return report.broken();
  let clean = true;
  for (const id of reached()) {
    const failed = yield id;
    if (!failed) {
      report.survived(id);
      clean = false;
      continue;
    }
    if (clean) report.killed(id);
    if (yield null) return report.broken();
    if (!clean) report.killed(id);
    clean = true;
  }
}
