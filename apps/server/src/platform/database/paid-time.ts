import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseAccount } from '../limits/database-shares.ts';

const accounts = new AsyncLocalStorage<DatabaseAccount | null>();

/**
 * Does work whose queries this account pays for, wherever they are made: each statement outside of a transaction, and
 * each transaction, waits for its share, and the time that it takes is charged.
 */
export const paidBy = <Result>(account: DatabaseAccount, work: () => Result): Result => accounts.run(account, work);

/** Does work that waits for nobody's share. */
export const unpaid = <Result>(work: () => Result): Result => accounts.run(null, work);

/** Waits for the share of whoever pays. Returns what ends and charges the work that follows. */
export async function enterAsPayer(): Promise<(ms: number) => void> {
  return (await accounts.getStore()?.enter()) ?? free;
}

const free = () => undefined;
