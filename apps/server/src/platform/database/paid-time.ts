import { AsyncLocalStorage } from 'node:async_hooks';

/** Places and time of the database: those of calls, or of what comes after them (`backgroundDb`). */
export type PaidWork = 'calls' | 'background';

/** The shares on which some queries draw. */
export interface DatabaseAccount {
  /**
   * Waits for a place and for something left of the shares. The caller leaves the place when the statement or the
   * transaction is over, and says how long it took, in milliseconds. Throws `tooManyCalls` after `patience` (ms).
   */
  enter(work: PaidWork, patience?: number): Promise<(ms: number) => void>;
}

const accounts = new AsyncLocalStorage<DatabaseAccount | null>();

/**
 * Does work whose queries this account pays for, wherever they are made: each statement outside of a transaction, and
 * each transaction, waits for its share, and the time that it takes is charged.
 */
export const paidBy = <Result>(account: DatabaseAccount, work: () => Result): Result => accounts.run(account, work);

/** The most that a part of a file may wait: as long as an export may take. */
const longestMs = 600_000;

/** For what reads the parts of a file, after its call: in the name of the same caller, who pays and does not wait for it. */
export function readInName(read: (size: number) => void): (size: number) => void {
  const account = accounts.getStore();
  const patient: DatabaseAccount | null = account ? { enter: (work) => account.enter(work, longestMs) } : null;
  return AsyncLocalStorage.bind((size) => accounts.run(patient, read, size));
}

/** Does work that waits for nobody's share. */
export const unpaid = <Result>(work: () => Result): Result => accounts.run(null, work);

/** Waits for the share of whoever pays. Returns what ends and charges the work that follows. */
export async function enterAsPayer(work: PaidWork): Promise<(ms: number) => void> {
  return (await accounts.getStore()?.enter(work)) ?? free;
}

const free = () => undefined;
