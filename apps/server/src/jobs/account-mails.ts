import { and, eq, isNull } from 'drizzle-orm';
import { queueLink } from '#domain/accounts/account-links.ts';
import { takeRequest } from '#domain/accounts/account-requests.ts';
import { mailConfirmationAgain, mailInvitationAgain } from '#domain/accounts/mails-due.ts';
import { accountRequests, users } from '#domain/accounts/tables.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { hasEnoughMails, queueMail } from '#domain/messages/queue-mail.ts';
import type { Database } from '#platform/database/database.ts';
import type { Job } from './job.ts';

const atOnce = 100;

type Request = typeof accountRequests.$inferSelect;

/** Writes the mails requested for a username, if an account has it. */
export const accountMails: Job = {
  name: 'account-mails',
  everySeconds: 5,
  run: async ({ db, clock }) => {
    const waiting = await db.select().from(accountRequests).orderBy(accountRequests.requestedAt).limit(atOnce);
    for (const request of waiting) await db.transaction((tx) => answer(tx, request, clock.now()));
  },
};

async function answer(tx: Database, { kind, username }: Request, now: number): Promise<void> {
  const request = await takeRequest(tx, kind, username);
  if (request === undefined) return;
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.username, username), isNull(users.invitedUntil)));
  if (user === undefined && kind === 'resetPassword') return mailInvitationAgain(tx, username);
  if (user === undefined && kind === 'validateEmail') return mailConfirmationAgain(tx, username);
  // The owner of an account needs no link to confirm the address.
  if (user === undefined || user.disabledAt !== null || kind === 'validateEmail') return;
  if (await hasEnoughMails(tx, { to: user.username, template: kind }, now)) return;
  await write(tx, request, user, now);
}

async function write(
  tx: Database,
  { kind, address, heldUntil, requestedAt }: Request,
  user: typeof users.$inferSelect,
  now: number,
): Promise<void> {
  const mail = { to: user.username, language: user.language, at: now };
  if (kind === 'resetPassword') return queueLink(tx, kind, user, now);
  if (kind === 'gdpr') await queueMail(tx, { ...mail, template: kind, values: { path: '/gdpr' } });
  if (kind === 'accountLocked') {
    await recordAudit(tx, {
      action: 'user.locked',
      at: requestedAt,
      by: { userId: null, address, context: null },
      custId: user.custId,
      subject: { kind: 'user', id: user.userId },
    });
    const values = { until: heldUntil?.getTime() ?? now, address };
    await queueMail(tx, { ...mail, template: kind, values });
  }
}
