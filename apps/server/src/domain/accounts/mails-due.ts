import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { registrations, users } from './tables.ts';

/** Users who are invited and whose invitation is not written yet. `now` is Unix milliseconds. */
export const isInvitationDue = (now: number) =>
  and(isNull(users.invitationMailedAt), gt(users.invitedUntil, new Date(now)), isNull(users.disabledAt));

/** Notes that the invitation is written. Undefined when it is not due (any more). */
export async function takeInvitation(tx: Database, userId: number, now: number) {
  const [user] = await tx
    .update(users)
    .set({ invitationMailedAt: new Date(now) })
    .where(and(eq(users.userId, userId), isInvitationDue(now)))
    .returning();
  return user;
}

/** Somebody who is invited and asks for a new password has lost the invitation: it is due again. */
export async function mailInvitationAgain(tx: Database, username: string): Promise<void> {
  await tx
    .update(users)
    .set({ invitationMailedAt: null })
    .where(and(eq(users.username, username), isNotNull(users.invitedUntil)));
}

/** Registrations whose link is not written yet. `now` is Unix milliseconds. */
export const isConfirmationDue = (now: number) =>
  and(
    isNull(registrations.mailedAt),
    eq(registrations.state, 'unconfirmed'),
    gt(registrations.expiresAt, new Date(now)),
  );

/** Notes that the link is written, and the token that it holds. Undefined when it is not due (any more). */
export async function takeConfirmation(
  tx: Database,
  registrationId: number,
  now: number,
  link: { tokenHash: string; expires: number },
) {
  const [registration] = await tx
    .update(registrations)
    .set({ mailedAt: new Date(now), tokenHash: link.tokenHash, expiresAt: new Date(link.expires) })
    .where(and(eq(registrations.registrationId, registrationId), isConfirmationDue(now)))
    .returning();
  return registration;
}

/** The latest registration of an address gets another link. */
export async function mailConfirmationAgain(tx: Database, username: string): Promise<void> {
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
