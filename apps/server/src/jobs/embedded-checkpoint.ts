import { sql } from 'drizzle-orm';
import { queryRows } from '#platform/database/database.ts';
import type { Job } from './job.ts';

/**
 * Size of the write-ahead log in bytes that is worth a checkpoint: it takes a second or two to replay after a crash.
 */
const logBytes = 64 * 1024 * 1024;

/**
 * PostgreSQL's checkpointer does this itself, the embedded database does not: it writes the changed pages, so that the
 * earlier log can go. Otherwise the log grows until the disk is full.
 */
export const embeddedCheckpoint: Job = {
  name: 'embedded-checkpoint',
  everySeconds: 60,
  engine: 'pglite',
  run: async ({ db }) => {
    const [log] = await queryRows<{ bytes: number | string }>(
      db,
      sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`,
    );
    if (Number(log?.bytes) >= logBytes) await db.execute(sql`checkpoint`);
  },
};
