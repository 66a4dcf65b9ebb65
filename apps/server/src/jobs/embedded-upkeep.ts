import { sql } from 'drizzle-orm';
import { queryRows } from '#platform/database/database.ts';
import type { Job } from './job.ts';

interface Table {
  name: string;
  vacuum: boolean;
}

/**
 * PostgreSQL's autovacuum does this itself, the embedded database does not: planner statistics, and space of replaced
 * rows, for tables that have changed enough (thresholds: PostgreSQL's own defaults). One table after the other, so that
 * no alarm waits for all of them.
 */
export const embeddedUpkeep: Job = {
  name: 'embedded-upkeep',
  everySeconds: 600,
  engine: 'pglite',
  run: async ({ db }) => {
    const tables = await queryRows<Table>(
      db,
      sql`select format('%I.%I', schemaname, relname) as name, n_dead_tup > 50 + 0.2 * n_live_tup as vacuum
        from pg_stat_user_tables
        where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
        order by 1`,
    );
    for (const { name, vacuum } of tables)
      await db.execute(sql.raw(vacuum ? `vacuum (analyze) ${name}` : `analyze ${name}`));
  },
};
