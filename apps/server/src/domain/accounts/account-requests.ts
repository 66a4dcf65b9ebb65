import { and, eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';
import { accountRequests } from './tables.ts';

export interface AccountRequest {
  /** The mail that is wanted. */
  kind: 'resetPassword' | 'validateEmail' | 'accountLocked' | 'gdpr';
  /** As it was typed, in lower case; need not exist. */
  username: string;
  /** Where it was asked from. */
  address: string;
  at: number;
  heldUntil?: number;
}

/** More than people ask for within a few seconds; beyond it somebody plays. */
const mostWaiting = 5000;

/**
 * Asks for a mail to an account. That is written down for known and unknown usernames alike, in the same time, and a
 * job looks later whether there is anybody to write to.
 */
export async function requestAccountMail(db: Database, request: AccountRequest): Promise<void> {
  const { kind, username, address, at, heldUntil } = request;
  const [row] = await queryRows<{ count: number | string }>(db, sql`select count(*) from account_requests`);
  if (Number(row?.count) >= mostWaiting) return;
  const columns = {
    address,
    requestedAt: new Date(at),
    heldUntil: heldUntil === undefined ? null : new Date(heldUntil),
  };
  await db
    .insert(accountRequests)
    .values({ kind, username, ...columns })
    .onConflictDoUpdate({ target: [accountRequests.kind, accountRequests.username], set: columns });
}

/** Takes a request, for one who answers it. Undefined when another has. */
export async function takeRequest(
  tx: Database,
  kind: AccountRequest['kind'],
  username: string,
): Promise<typeof accountRequests.$inferSelect | undefined> {
  const [request] = await tx
    .delete(accountRequests)
    .where(and(eq(accountRequests.kind, kind), eq(accountRequests.username, username)))
    .returning();
  return request;
}
