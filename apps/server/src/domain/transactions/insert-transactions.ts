import { insertNumbered } from '#platform/database/column-arrays.ts';
import type { Database } from '#platform/database/database.ts';
import type { TransactionRecord } from './present-transaction.ts';
import { transactions } from './tables.ts';

export type NewTransaction = Omit<TransactionRecord, 'tranId'>;

/** Stores transactions, and returns them with their numbers, which ascend in this order. */
export async function insertTransactions(tx: Database, rows: readonly NewTransaction[]): Promise<TransactionRecord[]> {
  const numbers = await insertNumbered(tx, transactions, rows, { column: 'tran_id', sequence: 'tran_seq' });
  return rows.map((row, index) => {
    const tranId = numbers[index];
    if (tranId === undefined) throw new RangeError('more transactions than numbers');
    return Object.assign(row, { tranId });
  });
}
