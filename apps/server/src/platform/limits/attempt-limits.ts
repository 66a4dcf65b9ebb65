import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock/clock.ts';
import { type Database, queryRows } from '../database/database.ts';

export const attempts = pgTable('attempts', {
  keyHash: text('key_hash').primaryKey(),
  failures: integer().notNull(),
  lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  heldUntil: timestamp('held_until', { withTimezone: true }),
});

/** A key with a number of free failures; each further failure makes the pause longer. */
export interface AttemptLimit {
  /** The counted user or address; stored as a hash only. */
  key: string;
  /** Failures before the first pause. */
  free: number;
  /** The pauses grow up to this. */
  longestPauseMs: number;
}

export interface AttemptLimits {
  /** End of the longest pause of these keys, Unix milliseconds; null without a pause. */
  heldUntil(limits: readonly AttemptLimit[]): Promise<number | null>;
  /** Counts a failure of each key. Returns those that have to wait from now on and did not before. */
  fail(limits: readonly AttemptLimit[]): Promise<{ limit: AttemptLimit; heldUntil: number }[]>;
  /**
   * Counts an attempt of each key before it is made, so that concurrent attempts get no more tries than successive
   * ones. Throws `tooManyRequests`, and counts nothing, while one of them has to wait.
   */
  take(limits: readonly AttemptLimit[]): Promise<void>;
  /** Resets the count. */
  forget(limits: readonly AttemptLimit[]): Promise<void>;
}

const firstPauseMs = 30_000;
/**
 * Over this time the free failures are forgiven, one by one: those of a whole ward behind one address come every day,
 * and must not add up until one more blocks everybody. `jobs/retention.ts` deletes keys without a failure for this long.
 */
export const attemptMemoryMs = 12 * 3_600_000;

/**
 * Counts in the database: a restart or a second process forgives nothing. A pause that ends after the longest possible
 * one was set before the clock was set back, and is over.
 */
export function createAttemptLimits(db: Database, clock: Clock): AttemptLimits {
  return {
    async heldUntil(limits) {
      const now = clock.now();
      const rows = await db
        .select({ keyHash: attempts.keyHash, heldUntil: attempts.heldUntil })
        .from(attempts)
        .where(inArray(attempts.keyHash, limits.map(hashOf)));
      const held = new Map(rows.map(({ keyHash, heldUntil }) => [keyHash, heldUntil?.getTime() ?? 0]));
      const pauses = limits
        .map((limit) => ({ until: held.get(hashOf(limit)) ?? 0, latest: now + limit.longestPauseMs }))
        .filter(({ until, latest }) => until > now && until <= latest);
      return pauses.length === 0 ? null : Math.max(...pauses.map(({ until }) => until));
    },
    fail: (limits) =>
      db.transaction(async (tx) => {
        const newlyHeld = [];
        for (const limit of inOrder(limits)) {
          const { failures, heldUntil } = await countFailure(tx, limit, clock.now());
          if (failures === limit.free && heldUntil !== null) newlyHeld.push({ limit, heldUntil });
        }
        return newlyHeld;
      }),
    take: (limits) =>
      db.transaction(async (tx) => {
        for (const limit of inOrder(limits)) {
          const { wasHeld } = await countFailure(tx, limit, clock.now());
          if (wasHeld) throw new AppError('tooManyRequests');
        }
      }),
    async forget(limits) {
      await db.delete(attempts).where(inArray(attempts.keyHash, limits.map(hashOf)));
    },
  };
}

/** In order of their hashes, so that two callers with the same keys cannot deadlock. */
const inOrder = (limits: readonly AttemptLimit[]): AttemptLimit[] =>
  limits.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));

async function countFailure(
  tx: Database,
  limit: AttemptLimit,
  now: number,
): Promise<{ failures: number; wasHeld: boolean; heldUntil: number | null }> {
  const at = iso(now);
  const forgivenEverySeconds = attemptMemoryMs / 1000 / limit.free;
  const [row] = await queryRows<{ failures: number; wasHeld: boolean | null }>(
    tx,
    sql`insert into attempts (key_hash, failures, last_at) values (${hashOf(limit)}, 1, ${at}::timestamptz)
        on conflict (key_hash) do update set last_at = excluded.last_at,
          failures = case when attempts.last_at < ${iso(now - attemptMemoryMs)}::timestamptz then 1
            else 1 + greatest(0, attempts.failures - floor(greatest(0,
              extract(epoch from excluded.last_at - attempts.last_at)) / ${forgivenEverySeconds}::float8)::int) end
        returning failures, held_until > ${at}::timestamptz
          and held_until <= ${iso(now + limit.longestPauseMs)}::timestamptz as "wasHeld"`,
  );
  const failures = row?.failures ?? 0;
  const heldUntil = failures < limit.free ? null : now + pauseAfter(failures - limit.free, limit);
  if (heldUntil !== null)
    await tx.execute(
      sql`update attempts set held_until = ${iso(heldUntil)}::timestamptz where key_hash = ${hashOf(limit)}`,
    );
  return { failures, wasHeld: row?.wasHeld === true, heldUntil };
}

const pauseAfter = (further: number, { longestPauseMs }: AttemptLimit): number =>
  Math.min(firstPauseMs * 2 ** Math.min(further, 20), longestPauseMs);

const hashOf = ({ key }: AttemptLimit): string => createHash('sha256').update(key).digest('hex');
const iso = (time: number): string => new Date(time).toISOString();
