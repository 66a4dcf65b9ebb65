import { isUsernameTaken } from '#domain/accounts/create-user.ts';
import { isConfirmationDue, takeConfirmation } from '#domain/accounts/mails-due.ts';
import { registrationLifeMs } from '#domain/accounts/registration-life.ts';
import { registrations } from '#domain/accounts/tables.ts';
import { hasEnoughMails, queueMail } from '#domain/messages/queue-mail.ts';
import type { Database } from '#platform/database/database.ts';
import { createToken, hashOfToken } from '#platform/secrets/tokens.ts';
import type { Job } from './job.ts';

const atOnce = 100;

/**
 * Writes the mails to newly registered users. Only here is it looked up whether the address has an account already, so
 * that the registration takes equally long and answers alike in both cases.
 */
export const registrationMails: Job = {
  name: 'registration-mails',
  everySeconds: 5,
  run: async ({ db, clock }) => {
    const now = clock.now();
    const waiting = await db
      .select()
      .from(registrations)
      .where(isConfirmationDue(now))
      .orderBy(registrations.createdAt)
      .limit(atOnce);
    for (const { registrationId } of waiting) await db.transaction((tx) => write(tx, registrationId, now));
  },
};

async function write(tx: Database, registrationId: number, now: number): Promise<void> {
  const expires = now + registrationLifeMs;
  const token = createToken();
  const row = await takeConfirmation(tx, registrationId, now, { tokenHash: hashOfToken(token), expires });
  if (row === undefined) return;
  const { username: to, language } = row;
  const mail = (await isUsernameTaken(tx, to))
    ? ({ template: 'alreadyRegistered', values: { path: '/login' } } as const)
    : ({ template: 'validateEmail', values: { path: `/validate/${token}`, expires } } as const);
  if (await hasEnoughMails(tx, { to, template: mail.template }, now)) return;
  await queueMail(tx, { to, language, at: now, ...mail });
}
