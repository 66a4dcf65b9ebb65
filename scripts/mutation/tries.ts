export interface TriesReport {
  killed(id: number): void;
  survived(id: number): void;
  /** The test fails without a mutant. */
  broken(): void;
}

/**
 * The tries of one test: first without a mutant, which shows what mutants the test reaches, then with each of these.
 * Yields the mutant of the next try, `null` for none, and receives whether that try failed.
 *
 * An earlier try may have left side effects that make the test fail, and so may the first one without a mutant. So a
 * failure counts at once only when the test has just passed again without a mutant; otherwise it must pass now, or
 * nothing more is tried here.
 */
export function* planTries(
  reached: () => Iterable<number>,
  report: TriesReport,
): Generator<number | null, void, boolean> {
  if (yield null) return report.broken();
  let isSure = false;
  for (const id of reached()) {
    const failed = yield id;
    if (failed && !isSure && (yield null)) return report.broken();
    if (failed) report.killed(id);
    else report.survived(id);
    isSure = failed && !isSure;
  }
}
