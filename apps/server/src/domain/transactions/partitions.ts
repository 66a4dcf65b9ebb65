import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';

/** A partition with the transactions of one month. */
export interface Month {
  name: string;
  from: string;
  to: string;
}

export function monthOf(now: Date, ahead: number): Month {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const number = String(from.getUTCMonth() + 1).padStart(2, '0');
  return {
    name: `transactions_${from.getUTCFullYear()}_${number}`,
    from: from.toISOString(),
    to: to.toISOString(),
  };
}

/** The end of a month's partition, from its name; null for the default one. */
export function endOf(name: string): number | null {
  const [, year, month] = /^transactions_(\d{4})_(\d\d)$/.exec(name) ?? [];
  return year === undefined ? null : Date.UTC(Number(year), Number(month), 1);
}

export async function partitionsOf(db: Database): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    db,
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'transactions'::regclass`,
  );
  return rows.map(({ name }) => name);
}

export async function createMonth(db: Database, { name, from, to }: Month): Promise<void> {
  const table = sql.identifier(name);
  const within = sql`rec_ts >= ${sql.raw(`'${from}'`)}::timestamptz and rec_ts < ${sql.raw(`'${to}'`)}::timestamptz`;
  await withoutWaiting(db, async (tx) => {
    await tx.execute(sql`lock table transactions in access exclusive mode`);
    if ((await partitionsOf(tx)).includes(name)) return; // another process was faster
    await tx.execute(sql`create table ${table} (like transactions including defaults including constraints)`);
    await tx.execute(sql`with moved as (delete from transactions_default where ${within} returning *)
      insert into ${table} select * from moved`);
    await tx.execute(sql`alter table transactions attach partition ${table}
      for values from (${sql.raw(`'${from}'`)}) to (${sql.raw(`'${to}'`)})`);
  });
}

/** Drops a whole month without touching its rows. */
export async function dropMonth(db: Database, name: string): Promise<void> {
  await withoutWaiting(db, (tx) => tx.execute(sql`drop table if exists ${sql.identifier(name)}`));
}

/**
 * Every insert queues behind a waiting ACCESS EXCLUSIVE lock, and a backup holds its own locks to its end
 * (https://www.postgresql.org/docs/current/explicit-locking.html). So this gives up soon, and the next run retries.
 */
async function withoutWaiting(db: Database, work: (tx: Database) => Promise<unknown>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '500ms'`);
    await work(tx);
  });
}
