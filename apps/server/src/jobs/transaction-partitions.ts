import { sql } from 'drizzle-orm';
import { createMonth, dropMonth, endOf, monthOf, partitionsOf } from '#domain/transactions/partitions.ts';
import { timestamp } from '#platform/clock/last-known.ts';
import { deleteOld } from '#platform/database/delete-old.ts';
import { dayMs, type Job } from './job.ts';

/** Months created ahead. Rows of a month without a partition are in the default one and move when it is created. */
const monthsAhead = 3;

/** Creates the coming months, and drops those past their retention: whole, without touching a row. */
export const transactionPartitions: Job = {
  name: 'transaction-partitions',
  everySeconds: 86_400,
  run: async ({ db, clock, cautiousNow, retention }) => {
    const now = new Date(clock.now());
    const existing = await partitionsOf(db);
    for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
      const month = monthOf(now, ahead);
      if (!existing.includes(month.name)) await createMonth(db, month);
    }
    const cutoff = (await cautiousNow()) - retention.transactionDays * dayMs;
    for (const name of existing) {
      const end = endOf(name);
      if (end !== null && end <= cutoff) await dropMonth(db, name);
    }
    await deleteOld(db, sql`transactions_default`, sql`rec_ts < ${timestamp(cutoff)}`);
  },
};
