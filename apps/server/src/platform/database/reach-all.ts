import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** From here on the transaction is the server's own work: the caller has been authorised. */
export async function reachAll(tx: Database): Promise<void> {
  await tx.execute(sql`select reach_all()`);
}
