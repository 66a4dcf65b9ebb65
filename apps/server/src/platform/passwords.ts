import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's second choice for argon2id, which is also this library's algorithm: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id, in the usual encoded form with its own salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Made once: what the password of a user who does not exist is compared with, so that the answer takes as long. */
let nobody: Promise<string> | null = null;

/** Whether the password is the user's. With a null hash (no such user) it is false, after the same work. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(32).toString('hex'));
  const matches = await verify(passwordHash ?? (await nobody), password).catch(() => false);
  return passwordHash !== null && matches;
}
