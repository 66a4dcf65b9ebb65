import { sql } from 'drizzle-orm';
import { type Clock, systemClock } from './clock.ts';
import { type Database, queryRows } from './database.ts';

const askEveryMs = 5000;

/** By less than this the time is never set back: it stands still meanwhile. */
const smallestStepMs = 1000;

/**
 * The time of the database, in every process that works with it, whatever the clocks of their machines say: what one
 * leases, or lets wait, is due at the same moment for all. The database is asked every few seconds; in between the time
 * passes as this process measures it, and jumps nowhere.
 */
export class DatabaseClock implements Clock {
  readonly #db: Database;
  readonly #measured: Clock;
  /** Of the database's time before the measured one. */
  #aheadMs = 0;
  /** The latest time that was shown. */
  #shown = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, measured: Clock = systemClock) {
    this.#db = db;
    this.#measured = measured;
  }

  /** Rejects when the database does not answer. */
  async start(): Promise<void> {
    await this.ask();
    this.#timer = setInterval(() => void this.ask().catch(keepGoing), askEveryMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Corrects the time by as much as the answer proves it to be wrong: the database was asked at some moment meanwhile. */
  async ask(): Promise<void> {
    const before = this.monotonic();
    const [row] = await queryRows<{ now: number }>(
      this.#db,
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    );
    const now = Number(row?.now);
    this.#aheadMs = Math.min(Math.max(this.#aheadMs, now - this.monotonic()), now - before);
  }

  now(): number {
    const now = Math.floor(this.monotonic() + this.#aheadMs);
    if (now >= this.#shown || this.#shown - now > smallestStepMs) this.#shown = now;
    return this.#shown;
  }

  monotonic(): number {
    return this.#measured.monotonic();
  }

  busy(): number {
    return this.#measured.busy();
  }
}

/** Without an answer the time passes as before. */
function keepGoing(): void {
  return;
}
