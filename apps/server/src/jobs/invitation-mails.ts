import { queueLink } from '#domain/accounts/account-links.ts';
import { isUsernameTaken } from '#domain/accounts/create-user.ts';
import { isInvitationDue, takeInvitation } from '#domain/accounts/mails-due.ts';
import { users } from '#domain/accounts/tables.ts';
import { hasEnoughMails, queueMail } from '#domain/messages/queue-mail.ts';
import type { Database } from '#platform/database/database.ts';
import type { Job } from './job.ts';

const atOnce = 100;

/**
 * Writes the mails to invited users. Only here is it looked up whether the address has an account already, so that the
 * call that invites takes equally long and answers alike in both cases.
 */
export const invitationMails: Job = {
  name: 'invitation-mails',
  everySeconds: 5,
  run: async ({ db, clock }) => {
    const now = clock.now();
    const waiting = await db.select().from(users).where(isInvitationDue(now)).orderBy(users.createdAt).limit(atOnce);
    for (const user of waiting) await db.transaction((tx) => invite(tx, user.userId, now));
  },
};

async function invite(tx: Database, userId: number, now: number): Promise<void> {
  const user = await takeInvitation(tx, userId, now);
  if (user === undefined || user.invitedUntil === null) return;
  const { username, language, invitedUntil } = user;
  const template = (await isUsernameTaken(tx, username)) ? 'alreadyInvited' : 'invitation';
  if (await hasEnoughMails(tx, { to: username, template }, now)) return;
  if (template === 'invitation') await queueLink(tx, template, user, now, invitedUntil.getTime());
  else await queueMail(tx, { to: username, language, template, values: { path: '/login' }, at: now });
}
