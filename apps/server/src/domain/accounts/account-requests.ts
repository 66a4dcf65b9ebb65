import { and, eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { accountRequests } from './tables.ts';

export interface AccountRequest {
  /** The requested mail. */
  kind: 'resetPassword' | 'validateEmail' | 'accountLocked' | 'gdpr';
  /** As typed, in lower case; may not exist. */
  username: string;
  /** Address of the requester. */
  address: string;
  at: number;
  heldUntil?: number;
}

/** More than people request within a few seconds; a longer queue is abuse. */
const mostWaiting = 5000;

/**
 * Requests a mail to an account. Stores the request for known and unknown usernames alike, in the same time; a job
 * looks up the account later.
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

/** Claims a request. Undefined when another process has. */
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
