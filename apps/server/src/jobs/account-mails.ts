import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { queueLink } from '#platform/accounts/account-links.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Database } from '#platform/database.ts';
import { hasEnoughMails, queueMail } from '#platform/mail/queue-mail.ts';
import { accountRequests, registrations, users } from '#platform/schema.ts';
import type { Job } from './job.ts';

const atOnce = 100;

type Request = typeof accountRequests.$inferSelect;

/** Writes the mails that were asked for by a username, where there is somebody with it. */
export const accountMails: Job = {
  name: 'account-mails',
  everySeconds: 5,
  run: async ({ db, clock }) => {
    const waiting = await db
      .select()
      .from(accountRequests)
      .orderBy(accountRequests.requestedAt)
      .limit(atOnce);
    for (const request of waiting) await db.transaction((tx) => answer(tx, request, clock.now()));
  },
};

async function answer(tx: Database, { kind, username }: Request, now: number): Promise<void> {
  const [request] = await tx
    .delete(accountRequests)
    .where(and(eq(accountRequests.kind, kind), eq(accountRequests.username, username)))
    .returning();
  if (request === undefined) return;
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.username, username), isNull(users.invitedUntil)));
  if (user === undefined && kind === 'resetPassword') return inviteAgain(tx, username);
  if (user === undefined && kind === 'validateEmail') return confirmAgain(tx, username);
  // Whoever has an account needs no link to confirm the address.
  if (user === undefined || user.disabledAt !== null || kind === 'validateEmail') return;
  if (await hasEnoughMails(tx, { to: user.username, template: kind }, now)) return;
  await write(tx, request, user, now);
}

/** Somebody who is invited and asks for a new password has lost the invitation: `invitation-mails` sends it again. */
async function inviteAgain(tx: Database, username: string): Promise<void> {
  await tx
    .update(users)
    .set({ invitationMailedAt: null })
    .where(and(eq(users.username, username), isNotNull(users.invitedUntil)));
}

/** `registration-mails` sends another link for the latest registration. */
async function confirmAgain(tx: Database, username: string): Promise<void> {
  const [latest] = await tx
    .select({ registrationId: registrations.registrationId })
    .from(registrations)
    .where(and(eq(registrations.username, username), eq(registrations.state, 'unconfirmed')))
    .orderBy(desc(registrations.registrationId))
    .limit(1);
  if (latest === undefined) return;
  await tx
    .update(registrations)
    .set({ mailedAt: null })
    .where(eq(registrations.registrationId, latest.registrationId));
}

async function write(
  tx: Database,
  { kind, address, heldUntil, requestedAt }: Request,
  user: typeof users.$inferSelect,
  now: number,
): Promise<void> {
  const mail = { to: user.username, language: user.language, at: now };
  if (kind === 'resetPassword') return queueLink(tx, kind, user, now);
  if (kind === 'gdpr') return queueMail(tx, { ...mail, template: kind, values: { path: '/gdpr' } });
  if (kind === 'accountLocked') {
    await recordAudit(tx, {
      action: 'user.locked',
      at: requestedAt,
      by: { userId: null, address, context: null },
      custId: user.custId,
      subject: { kind: 'user', id: user.userId },
    });
    const values = { until: heldUntil?.getTime() ?? now, address };
    return queueMail(tx, { ...mail, template: kind, values });
  }
}
