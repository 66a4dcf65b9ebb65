import { sql } from 'drizzle-orm';
import { queryRows } from '#platform/database.ts';
import type { Job } from './job.ts';

/** Bytes of the log after which a checkpoint is worth its while: a second or two to read after a crash. */
const logBytes = 64 * 1024 * 1024;

/**
 * What PostgreSQL's checkpointer does by itself and the embedded database never does: it writes the pages that changed,
 * so that the log before is not needed any more. Without, the log grows until the disk is full.
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
