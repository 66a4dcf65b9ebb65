/** How far the clock of the server is ahead of this computer's; 0 while they agree. */
let aheadMs = 0;
/** Smaller differences are left alone: the date of an answer has no fractions, and the answer takes its time. */
const agreementMs = 60_000;
/** Of a slower answer, after the computer slept for instance, the date is old. */
const promptMs = 10_000;

/** The time by the server's clock, for all that the server dates, however wrong the clock of this computer is. */
export const serverNow = (): number => Date.now() + aheadMs;

/** Learns the server's time from the `Date` of an answer to what was sent at this moment of the computer's clock. */
export function learnServerTime(date: string | null, sentAt: number): void {
  const now = Date.now();
  const [ahead, took] = [Date.parse(date ?? '') - now, now - sentAt];
  if (Number.isNaN(ahead) || took < 0 || took > promptMs) return;
  aheadMs = Math.abs(ahead) > agreementMs ? ahead : 0;
}
