import { sql } from 'drizzle-orm';
import { seenInLog } from '#domain/transactions/seen-in-log.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';

const mostDates = 400;

/**
 * The days with transactions of a device, latest first, by the clocks of a time zone. Each step looks for the latest row
 * before the day that was found, so that a day with many rows costs no more than one with a single row.
 */
export async function datesOf(db: Database, caller: Caller, deviId: number, timeZone: string): Promise<string[]> {
  const { recTs } = transactions;
  const latestBefore = (end: ReturnType<typeof sql>) => sql`(select (${recTs} at time zone ${timeZone})::date as day
    from ${transactions}
    where ${transactions.deviId} = ${deviId} and ${end} and ${seenInLog(caller, deviId) ?? sql`true`}
    order by ${recTs} desc limit 1)`;
  const rows = await queryRows<{ day: string }>(
    db,
    sql`with recursive days as (
        select d.day, 1 as n from ${latestBefore(sql`true`)} d
        union all
        select next.day, days.n + 1 from days
          cross join lateral ${latestBefore(sql`${recTs} < (days.day::timestamp at time zone ${timeZone})`)} next
          where days.n < ${mostDates})
      select day::text as day from days order by day desc`,
  );
  return rows.map(({ day }) => day);
}
