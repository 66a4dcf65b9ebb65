import { type SQL, sql } from 'drizzle-orm';
import { deleteOld } from '#platform/delete-old.ts';
import { timestamp } from '#platform/last-known.ts';
import { dayMs, type Job } from './job.ts';

/**
 * Bounds rejected input by age and by number: anybody can send it. The list of unknown devices bounds its own number.
 */
export const rejectedRetention: Job = {
  name: 'rejected-retention',
  everySeconds: 600,
  run: async ({ db, cautiousNow, retention }) => {
    const now = await cautiousNow();
    const before = (days: number) => timestamp(now - days * dayMs);
    const { malformedDays, malformedRows, unknownDeviceDays } = retention;
    await deleteOld(db, sql`malformed_frames`, olderThan(sql`received_at`, before(malformedDays)));
    await deleteOld(
      db,
      sql`malformed_frames`,
      sql`malformed_id <= (select max(malformed_id) from malformed_frames) - ${malformedRows}::bigint`,
    );
    await deleteOld(db, sql`unknown_devices`, olderThan(sql`last_seen`, before(unknownDeviceDays)));
  },
};

const olderThan = (column: SQL, time: SQL): SQL => sql`${column} < ${time}`;
