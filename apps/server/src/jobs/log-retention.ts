import { logKeptDays } from '@varde/catalogue/settings/device-setting';
import { type SQL, sql } from 'drizzle-orm';
import { noActor, recordAudit } from '#domain/audit/audit.ts';
import { atOnce, eraseOldTransactions } from '#domain/life/erase-wearer.ts';
import { presentPeriod } from '#domain/life/forget-history.ts';
import { timestamp } from '#platform/clock/last-known.ts';
import { queryRows } from '#platform/database/database.ts';
import { dayMs, type Job, type JobContext, mostFailures } from './job.ts';

/** What was deleted of the logs of a customer's devices. */
type Totals = Map<number, { devices: number; transactions: number }>;

/**
 * Deletes the rows of the present wearer's log that are older than the device's setting says (`logKeptDays`), but not while
 * it has an open alarm, whose log may be needed, and says in the audit log of the customer how many. A log that fails keeps
 * no other one from its turn, and what was deleted is said whatever fails.
 */
export const logRetention: Job = {
  name: 'log-retention',
  everySeconds: 86_400,
  run: async (context) => {
    const { db, clock, cautiousNow, stopping } = context;
    const now = await cautiousNow();
    const shortened = await queryRows<{ deviId: number; days: number }>(
      db,
      sql`select s.devi_id as "deviId", (s.desired #>> '{}')::int as days
        from device_settings s join device_assignments a on a.devi_id = s.devi_id and a.ends_at is null
        where s.key = ${logKeptDays.key} and jsonb_typeof(s.desired) = 'number' and s.desired > '0'
          and not exists (select from alarms o where o.devi_id = s.devi_id and o.state <> 'reset')
        order by s.devi_id`,
    );
    const failures: unknown[] = [];
    const totals: Totals = new Map();
    for (const { deviId, days } of shortened) {
      if (stopping.aborted || failures.length >= mostFailures) break;
      const before = timestamp(now - days * dayMs);
      await shorten(context, deviId, before, totals).catch((error: unknown) => failures.push(error));
    }
    for (const [custId, after] of totals)
      await db.transaction((tx) =>
        recordAudit(tx, { action: 'transactions.deleted', at: new Date(clock.now()), by: noActor, custId, after }),
      );
    if (failures.length > 0) throw new AggregateError(failures, 'old logs could not be deleted');
  },
};

async function shorten({ db, stopping }: JobContext, deviId: number, before: SQL, totals: Totals): Promise<void> {
  const period = await presentPeriod(db, deviId);
  const total = totals.get(period.custId) ?? { devices: 0, transactions: 0 };
  for (let isFirst = true, erased = atOnce; erased === atOnce && !stopping.aborted; isFirst = false) {
    erased = await eraseOldTransactions(db, period, before);
    if (erased === 0) break;
    total.transactions += erased;
    if (isFirst) total.devices += 1;
    totals.set(period.custId, total);
  }
}
