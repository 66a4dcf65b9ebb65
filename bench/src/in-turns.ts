export type Call = () => Promise<unknown>;

const warmUp = 5;

/**
 * Milliseconds of so many runs of two calls, each made in turn: what slows the machine for a while slows both, and not the
 * ratio.
 */
export async function timesInTurns(count: number, calls: readonly [Call, Call]): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -Math.min(warmUp, count); round < count; round++) {
    for (const [at, call] of calls.entries()) {
      const start = performance.now();
      await call();
      if (round >= 0) times[at]?.push(performance.now() - start);
    }
  }
  return times;
}
