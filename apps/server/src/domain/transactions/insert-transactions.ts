import { sql } from 'drizzle-orm';
import { insertRows } from '#platform/column-arrays.ts';
import { type Database, queryRows } from '#platform/database.ts';
import type { TransactionRecord } from './present-transaction.ts';
import { transactions } from './tables.ts';

/** Numbers for new transactions, ascending. */
export interface TransactionNumbers {
  next(): number;
}

export async function takeTransactionNumbers(tx: Database, count: number): Promise<TransactionNumbers> {
  const [found] =
    count === 0
      ? []
      : await queryRows<{ ids: string }>(
          tx,
          sql`select json_agg(nextval('tran_seq'))::text as ids from generate_series(1, ${count}::int)`,
        );
  const ids: number[] = JSON.parse(found?.ids ?? '[]');
  let taken = 0;
  return {
    next: () => {
      const id = ids[taken++];
      if (id === undefined) throw new RangeError('more transactions than numbers');
      return id;
    },
  };
}

export function insertTransactions(tx: Database, rows: readonly TransactionRecord[]): Promise<void> {
  return insertRows(tx, transactions, rows);
}
