import { eq } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';
import { queueMail } from '../messages/queue-mail.ts';
import { passwordFault } from './password-policy.ts';
import { accountTokens, users } from './tables.ts';

/** Throws `validationFailed` on `password`, with the fault as its message, when the policy refuses the password. */
export function requireGoodPassword(password: string, username: string): void {
  const fault = passwordFault(password, username);
  if (fault !== null) throw new AppError('validationFailed', [{ path: 'password', message: fault }]);
}

/**
 * Sets a new password and notifies the user by mail, in one transaction with `alongside`; links in earlier mails and
 * known browsers become invalid. Throws `validationFailed` when the policy refuses the password. The caller ends the
 * sessions.
 */
export async function setPassword(
  db: Database,
  { userId, username, language }: { userId: number; username: string; language: string },
  { password, at, address }: { password: string; at: number; address: string },
  alongside: (tx: Database) => Promise<void>,
): Promise<void> {
  requireGoodPassword(password, username);
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash, browserKey: null }).where(eq(users.userId, userId));
    await alongside(tx);
    await tx.delete(accountTokens).where(eq(accountTokens.userId, userId));
    const mail = { to: username, language, template: 'passwordChanged', at } as const;
    await queueMail(tx, { ...mail, values: { at, address } });
  });
}
