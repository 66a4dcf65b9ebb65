import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../database.ts';
import { accountRequests } from '../schema.ts';

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
