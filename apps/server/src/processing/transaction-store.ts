import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';
import type { TransactionRecord } from '#platform/presenters/transaction.ts';
import { transactions } from '#platform/schema.ts';
import { insertRows } from './json-rows.ts';

/** Numbers for new transactions, ascending. */
export interface TransactionNumbers {
  next(): number;
}

export async function takeTransactionNumbers(tx: Database, count: number): Promise<TransactionNumbers> {
  const rows =
    count === 0
      ? []
      : await queryRows<{ id: string | number }>(
          tx,
          sql`select nextval('tran_seq') as id from generate_series(1, ${count}::int)`,
        );
  let taken = 0;
  return {
    next: () => {
      const row = rows[taken++];
      if (row === undefined) throw new RangeError('more transactions than numbers');
      return Number(row.id);
    },
  };
}

export function insertTransactions(tx: Database, rows: readonly TransactionRecord[]): Promise<void> {
  return insertRows(tx, transactions, rows);
}
