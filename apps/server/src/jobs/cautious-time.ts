import { sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock/clock.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { Log } from '#platform/log/log.ts';
import { dayMs } from './job.ts';

/**
 * The time used for deletion and expiry. A wall clock that is set years ahead must not delete years of history: this
 * time is never ahead of the wall clock, and runs at most twice as fast as the server's uptime, however often it was
 * restarted. After downtime it catches up at that speed.
 */
export function createCautiousTime(db: Database, clock: Clock, log: Log): () => Promise<number> {
  let monotonic = clock.monotonic();
  let wasBehind = false;
  return async () => {
    const now = clock.now();
    const passed = clock.monotonic() - monotonic;
    const [row] = await queryRows<{ at: number }>(
      db,
      sql`insert into cautious_time (at) values (${new Date(now).toISOString()}::timestamptz)
          on conflict (only_row) do update set at = greatest(cautious_time.at,
            least(excluded.at, cautious_time.at + ${2 * passed}::float8 * interval '1 millisecond'))
          returning (extract(epoch from at) * 1000)::float8 as at`,
    );
    const reached = Number(row?.at);
    if (now >= reached) monotonic += passed; // else the clock was set back, and the elapsed time is still to come
    const at = Math.min(now, reached);
    const isBehind = now - at > dayMs;
    if (isBehind && !wasBehind)
      log.warn(
        { days: Math.round((now - at) / dayMs) },
        'the clock was set forward, or the server stood still: old data is deleted so much later',
      );
    wasBehind = isBehind;
    return at;
  };
}
