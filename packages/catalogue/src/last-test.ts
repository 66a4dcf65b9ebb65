const dayMs = 24 * 3600 * 1000;

/** How long a test from end to end holds: practice for alarm systems is to test each unit once a month. */
export const testHoldsDays = 31;
export const testHoldsMs = testHoldsDays * dayMs;

/** Whether a device must be tested: never tested by its present wearer, or too long ago. Unix milliseconds. */
export function isTestDue(lastTestAt: number | null, now: number): boolean {
  return lastTestAt === null || now - lastTestAt > testHoldsMs;
}
