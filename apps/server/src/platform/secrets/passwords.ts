import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { FairGate } from '../limits/fair-gate.ts';

/** OWASP's second choice for argon2id, which is also this library's algorithm: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Each hash takes a processor for some 20 ms: one is left for alarms where there are several. Requests for hashes are
 * limited elsewhere; here excess ones only wait.
 */
const gate = new FairGate({
  width: Math.max(1, Math.min(2, availableParallelism() - 1)),
  perKey: Number.POSITIVE_INFINITY,
  waitingPerKey: 1_000,
  patienceMs: 20_000,
});
const inTurn = <Result>(work: () => Promise<Result>, turns = 'password'): Promise<Result> => gate.pass(turns, work);

/**
 * argon2id, in the usual encoded form with its own salt. Never within a database transaction: the embedded database has
 * one connection, and alarms would wait for it.
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/** Made once: the hash to compare with for an unknown user, so that the answer takes equally long. */
let nobody: Promise<string> | null = null;

/**
 * Whether the password is the user's, however this keyboard and that of the day when it was chosen compose letters such as
 * å. With a null hash (no such user) it is false, after the same work.
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(32).toString('hex'));
  const compared = passwordHash ?? (await nobody);
  const forms = new Set([password, password.normalize('NFC'), password.normalize('NFD')]);
  for (const form of forms)
    if (await inTurn(() => verify(compared, form).catch(() => false))) return passwordHash !== null;
  return false;
}

/**
 * Whether the PIN is the receiver's, who waits for it to take an alarm: with turns of its own, however many log in or try
 * the PINs of others meanwhile.
 */
export const pinMatches = (pinHash: string, pin: string): Promise<boolean> =>
  inTurn(() => verify(pinHash, pin).catch(() => false), pinHash);
