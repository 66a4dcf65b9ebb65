import type { Random } from '../random.ts';

const firstMilliseconds = 1_000;
const longestMilliseconds = 30_000;

/** Delay before the next attempt: doubling to half a minute, with 25 % jitter so that a fleet spreads out. */
export function backoff(failures: number, random: Random): number {
  const wait = Math.min(longestMilliseconds, firstMilliseconds * 2 ** Math.min(failures, 10));
  return wait * random.between(0.75, 1.25);
}
