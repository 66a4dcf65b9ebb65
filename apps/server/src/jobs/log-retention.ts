import { logKeptDays } from '@varde/catalogue/settings/device-setting';
import { type SQL, sql } from 'drizzle-orm';
import { eraseOldTransactions } from '#domain/life/erase-wearer.ts';
import { presentPeriod } from '#domain/life/forget-history.ts';
import { timestamp } from '#platform/clock/last-known.ts';
import { queryRows } from '#platform/database/database.ts';
import { dayMs, type Job, type JobContext, mostFailures } from './job.ts';

/**
 * Deletes the rows of the present wearer's log that are older than the device's setting says (`logKeptDays`), but not while
 * it has an open alarm, whose log may be needed. A log that fails keeps no other one from its turn.
 */
export const logRetention: Job = {
  name: 'log-retention',
  everySeconds: 3600,
  run: async (context) => {
    const { db, cautiousNow, stopping } = context;
    const now = await cautiousNow();
    const shortened = await queryRows<{ deviId: number; days: number }>(
      db,
      sql`select s.devi_id as "deviId", (s.desired #>> '{}')::int as days
        from device_settings s join device_assignments a on a.devi_id = s.devi_id and a.ends_at is null
        where s.key = ${logKeptDays.key} and s.desired <> '0'
          and not exists (select from alarms o where o.devi_id = s.devi_id and o.state <> 'reset')
        order by s.devi_id`,
    );
    const failures: unknown[] = [];
    for (const { deviId, days } of shortened) {
      if (stopping.aborted || failures.length >= mostFailures) break;
      await shorten(context, deviId, timestamp(now - days * dayMs)).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'old logs could not be deleted');
  },
};

async function shorten({ db, stopping }: JobContext, deviId: number, before: SQL): Promise<void> {
  const period = await presentPeriod(db, deviId);
  for (let isMore = true; isMore && !stopping.aborted; ) isMore = await eraseOldTransactions(db, period, before);
}
