import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from './database.ts';

/** Rows in one statement: short, so that no alarm waits for it on a database with one connection. */
const atOnce = 2000;

/** Deletes all rows of a table that match, some at a time; not those that another process deletes now. */
export async function deleteOld(db: Database, table: SQL, where: SQL): Promise<void> {
  let deleted = atOnce;
  while (deleted === atOnce) {
    const rows = await queryRows<{ count: number | string }>(
      db,
      sql`with gone as (
            delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${atOnce}::int for update skip locked))
            returning 1)
          select count(*) as count from gone`,
    );
    deleted = Number(rows[0]?.count ?? 0);
  }
}
