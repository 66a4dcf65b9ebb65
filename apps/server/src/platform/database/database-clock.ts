import { sql } from 'drizzle-orm';
import { type Clock, systemClock } from '../clock/clock.ts';
import { type Database, queryRows } from './database.ts';

export interface DatabaseClock extends Clock {
  /** Rejects when the database does not answer. */
  start(): Promise<void>;
  /** Corrects the time by as much as the answer proves it to be wrong. */
  ask(): Promise<void>;
  stop(): void;
}

const askEveryMs = 5000;

/** By less than this the time is never set back: it stands still meanwhile. */
const smallestStepMs = 1000;

/**
 * The time of the database, in every process that works with it, whatever the clocks of their machines say: what one
 * leases, or lets wait, is due at the same moment for all. The database is asked every few seconds; in between the time
 * passes as this process measures it, and jumps nowhere.
 */
export function createDatabaseClock(db: Database, { monotonic, busy }: Clock = systemClock): DatabaseClock {
  /** Of the database's time before the measured one. */
  let aheadMs = 0;
  /** The latest time that was shown. */
  let shown = 0;
  let timer: NodeJS.Timeout | undefined;

  async function ask(): Promise<void> {
    const before = monotonic();
    const [row] = await queryRows<{ now: number }>(
      db,
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    );
    const now = Number(row?.now); // at some moment since
    aheadMs = Math.min(Math.max(aheadMs, now - monotonic()), now - before);
  }

  return {
    start: async () => {
      await ask();
      timer = setInterval(() => void ask().catch(keepGoing), askEveryMs);
      timer.unref();
    },
    ask,
    stop: () => clearInterval(timer),
    now: () => {
      const now = Math.floor(monotonic() + aheadMs);
      if (now >= shown || shown - now > smallestStepMs) shown = now;
      return shown;
    },
    monotonic,
    busy,
  };
}

/** Without an answer the time passes as before. */
function keepGoing(): void {
  return;
}
