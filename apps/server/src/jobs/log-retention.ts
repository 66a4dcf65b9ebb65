import { logKeptDays } from '@varde/catalogue/settings/device-setting';
import { sql } from 'drizzle-orm';
import { eraseTransactions } from '#domain/life/erase-wearer.ts';
import { presentPeriod } from '#domain/life/forget-history.ts';
import { timestamp } from '#platform/clock/last-known.ts';
import { queryRows } from '#platform/database/database.ts';
import { dayMs, type Job } from './job.ts';

/**
 * Deletes the rows of the present wearer's log that are older than the device's setting says (`logKeptDays`), but not while
 * it has an open alarm, whose log may be needed.
 */
export const logRetention: Job = {
  name: 'log-retention',
  everySeconds: 3600,
  run: async ({ db, cautiousNow }) => {
    const now = await cautiousNow();
    const shortened = await queryRows<{ deviId: number; days: number }>(
      db,
      sql`select s.devi_id as "deviId", (s.desired #>> '{}')::int as days
        from device_settings s join device_assignments a on a.devi_id = s.devi_id and a.ends_at is null
        where s.key = ${logKeptDays.key} and s.desired <> '0'
          and not exists (select from alarms o where o.devi_id = s.devi_id and o.state <> 'reset')`,
    );
    for (const { deviId, days } of shortened) {
      const period = await presentPeriod(db, deviId);
      await db.transaction((tx) => eraseTransactions(tx, period, timestamp(now - days * dayMs)));
    }
  },
};
