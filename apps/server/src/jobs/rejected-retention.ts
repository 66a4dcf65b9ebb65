import { type SQL, sql } from 'drizzle-orm';
import { deleteOld } from './delete-old.ts';
import { dayMs, type Job } from './job.ts';
import { timestamp } from './last-known.ts';

/** Keeps what could not be used bounded, by age and by number: anybody can send it. */
export const rejectedRetention: Job = {
  name: 'rejected-retention',
  everySeconds: 600,
  run: async ({ db, cautiousNow, retention }) => {
    const now = await cautiousNow();
    const before = (days: number) => timestamp(now - days * dayMs);
    const { malformedDays, malformedRows, unknownDeviceDays, unknownDeviceRows } = retention;
    await deleteOld(db, sql`malformed_frames`, olderThan(sql`received_at`, before(malformedDays)));
    await deleteOld(
      db,
      sql`malformed_frames`,
      sql`malformed_id <= (select max(malformed_id) from malformed_frames) - ${malformedRows}::bigint`,
    );
    await deleteOld(db, sql`unknown_devices`, olderThan(sql`last_seen`, before(unknownDeviceDays)));
    await deleteOld(
      db,
      sql`unknown_devices`,
      sql`(protocol, identity) not in (
        select protocol, identity from unknown_devices order by last_seen desc limit ${unknownDeviceRows}::int)`,
    );
  },
};

const olderThan = (column: SQL, time: SQL): SQL => sql`${column} < ${time}`;
