import { randomInt } from 'node:crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { generateSecret, generateURI, verify } from 'otplib';
import type { Database } from '#platform/database/database.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import { recoveryCodes, users } from './tables.ts';

/** A new secret for an authenticator app, base32: 160 bits, as RFC 4226 recommends. */
export const createTwoFactorSecret = (): string => generateSecret();

/** The setup URI of an authenticator app: opened as a link, or scanned as a QR code. */
export const twoFactorUri = (secret: string, username: string): string =>
  generateURI({ issuer: 'Varde', label: username, secret });

/** Accepted clock drift of a phone: one code on each side. */
const toleranceSeconds = 30;

/** The time step of a six-digit code that is valid now and later than `after`; null for an invalid code. */
export async function stepOfCode(
  { secret, code, after }: { secret: string; code: string; after: number | null },
  now: number,
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now / 1000),
    epochTolerance: toleranceSeconds,
    ...(after === null ? {} : { afterTimeStep: after }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Whether this is the user's present code or an unused recovery code; uses it up. */
export async function useSecondFactor(
  tx: Database,
  user: { userId: number; twoFactorSecret: string; twoFactorLastStep: number | null },
  key: string,
  now: number,
): Promise<boolean> {
  const { userId, twoFactorSecret: secret, twoFactorLastStep: after } = user;
  const typed = key.replaceAll(/[\s-]/g, '').toLowerCase();
  const step = await stepOfCode({ secret, code: typed, after }, now);
  return step === null ? useRecoveryCode(tx, userId, typed) : useStep(tx, userId, step);
}

/** Of two concurrent logins with the same code, one succeeds. */
async function useStep(tx: Database, userId: number, step: number): Promise<boolean> {
  const used = await tx
    .update(users)
    .set({ twoFactorLastStep: step })
    .where(and(eq(users.userId, userId), or(isNull(users.twoFactorLastStep), lt(users.twoFactorLastStep, step))))
    .returning({ userId: users.userId });
  return used.length > 0;
}

async function useRecoveryCode(tx: Database, userId: number, code: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOfToken(code))))
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}

const recoveryCodeCount = 10;
/** Without letters and digits that look alike. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Gives the user ten new recovery codes of 74 bits and invalidates the earlier ones. They can be shown only now. */
export async function renewRecoveryCodes(tx: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = codes.map((code) => ({ userId, codeHash: hashOfToken(code.replaceAll('-', '')) }));
  await tx.insert(recoveryCodes).values(rows);
  return codes;
}

function createRecoveryCode(): string {
  const letters = Array.from({ length: 15 }, () => signs[randomInt(signs.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}-${letters.slice(10)}`;
}

/** Removes the second step; the password alone logs in. */
export async function removeTwoFactor(tx: Database, userId: number): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .update(users)
    .set({ twoFactorSecret: null, twoFactorPending: null, twoFactorSince: null, twoFactorLastStep: null })
    .where(eq(users.userId, userId));
}
