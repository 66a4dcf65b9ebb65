import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';

/** A customer and its subtree. */
export async function customersBelow(db: Database, custId: number): Promise<number[]> {
  const rows = await queryRows<{ cust_id: number }>(
    db,
    sql`select cust_id from customers_below(array[${custId}::int])`,
  );
  return rows.map((row) => row.cust_id);
}
