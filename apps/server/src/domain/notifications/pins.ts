import { pinMatches } from '#platform/secrets/passwords.ts';

/** After so many wrong PINs a message takes no alarm any more. */
export const mostWrongPins = 5;

/** A PIN that was entered, compared with this hash. */
export interface ComparedPin {
  hash: string;
  matches: boolean;
}

/** More than the hash can change while somebody enters a PIN. */
const mostComparisons = 3;

/**
 * Runs a transaction that takes an alarm. When it says that a PIN is to be compared with hashes, that is done outside of
 * it, because it takes long, and the transaction runs again: under its lock it decides whether the results count.
 */
export async function withComparedPin<Result extends { toCompare: readonly string[] }>(
  pin: string | null,
  run: (compared: readonly ComparedPin[]) => Promise<Result>,
): Promise<Result> {
  const compared: ComparedPin[] = [];
  let result = await run(compared);
  for (let times = 0; pin !== null && result.toCompare.length > 0 && times < mostComparisons; times++) {
    for (const hash of result.toCompare) compared.push({ hash, matches: await pinMatches(hash, pin) });
    result = await run(compared);
  }
  return result;
}
