import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { registrations, users } from './tables.ts';

/** Invited users whose invitation mail is not queued yet. `now` is Unix milliseconds. */
export const isInvitationDue = (now: number) =>
  and(isNull(users.invitationMailedAt), gt(users.invitedUntil, new Date(now)), isNull(users.disabledAt));

/** Marks the invitation mail as queued. Undefined when it is not due (any more). */
export async function takeInvitation(tx: Database, userId: number, now: number) {
  const [user] = await tx
    .update(users)
    .set({ invitationMailedAt: new Date(now) })
    .where(and(eq(users.userId, userId), isInvitationDue(now)))
    .returning();
  return user;
}

/** An invited person who requests a new password has lost the invitation: its mail is due again. */
export async function mailInvitationAgain(tx: Database, username: string): Promise<void> {
  await tx
    .update(users)
    .set({ invitationMailedAt: null })
    .where(and(eq(users.username, username), isNotNull(users.invitedUntil)));
}

/** Registrations whose confirmation mail is not queued yet. `now` is Unix milliseconds. */
export const isConfirmationDue = (now: number) =>
  and(
    isNull(registrations.mailedAt),
    eq(registrations.state, 'unconfirmed'),
    gt(registrations.expiresAt, new Date(now)),
  );

/** Marks the confirmation mail as queued, with its token. Undefined when it is not due (any more). */
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

/** Makes a new link due for the latest registration of an address. */
export async function mailConfirmationAgain(tx: Database, username: string): Promise<void> {
  const [latest] = await tx
    .select({ registrationId: registrations.registrationId })
    .from(registrations)
    .where(and(eq(registrations.username, username), eq(registrations.state, 'unconfirmed')))
    .orderBy(desc(registrations.registrationId))
    .limit(1);
  if (latest === undefined) return;
  await tx.update(registrations).set({ mailedAt: null }).where(eq(registrations.registrationId, latest.registrationId));
}
