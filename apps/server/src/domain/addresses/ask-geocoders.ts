import { setTimeout } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { ProviderBusy } from '#platform/delivery/provider-answers.ts';
import { type Geocoder, QuestionRefused } from '#platform/geocoding/geocoder.ts';

/** Specification 2, section 9 "Address lookups": between two calls of one service. */
const spacingMs = 1_500;
/** A service that fails is left alone for so long. */
const restMs = 30_000;
/** A service may ask for more, by `Retry-After`; alarms do without its addresses for no longer than this. */
const longestRestMs = 600_000;
/** With more of them before it, a lookup waits for its next turn. */
const longestWaitMs = 5_000;

/**
 * `nothing`: services answered, and found nothing. `refused`: those that answered did not answer this question. `failed`: none
 * answered as it should; `cause` says why. `busy`: all are left alone for now, and nobody was asked.
 */
export type Asked<Answer> =
  | { outcome: 'found'; answer: Answer }
  | { outcome: 'nothing' | 'refused' | 'failed' | 'busy'; cause?: unknown };

/** Whether one of the services may be asked soon: while all are left alone, nobody needs to look for what to ask. */
export async function isAnyFree(db: Database, geocoders: readonly Geocoder[]): Promise<boolean> {
  const sources = geocoders.map(({ source }) => source);
  const [left] = await queryRows<{ alone: number }>(
    db,
    sql`select count(*)::int as alone from address_sources
      where source = any(${sql.param(sources)}::text[]) and ${isLeftAlone(sql`free_at`)}`,
  );
  return (left?.alone ?? 0) < geocoders.length;
}

/** Asks the services in their order until one has found something, each in its turn among all processes. */
export async function askGeocoders<Answer extends string | readonly unknown[]>(
  db: Database,
  geocoders: readonly Geocoder[],
  ask: (geocoder: Geocoder) => Promise<Answer>,
): Promise<Asked<Answer>> {
  let last: Asked<Answer> = { outcome: 'busy' };
  for (const geocoder of geocoders) {
    const waitMs = await takeTurn(db, geocoder.source);
    if (waitMs === null) continue;
    await setTimeout(waitMs);
    try {
      const answer = await ask(geocoder);
      if (answer.length > 0) return { outcome: 'found', answer };
      last = { outcome: 'nothing' };
    } catch (cause) {
      // A no is about the question: nobody else waits for it.
      const outcome = cause instanceof QuestionRefused ? 'refused' : 'failed';
      if (outcome === 'failed') await rest(db, geocoder.source, restMsOf(cause));
      if (last.outcome !== 'nothing' && last.outcome !== 'refused') last = { outcome, cause };
    }
  }
  return last;
}

/** Milliseconds until the turn that was taken; null: too many are before it. By the clock of the database, for all processes. */
async function takeTurn(db: Database, source: string): Promise<number | null> {
  const [turn] = await queryRows<{ waitMs: number }>(
    db,
    sql`insert into address_sources as s (source, free_at) values (${source}, clock_timestamp() + ${ms(spacingMs)})
      on conflict (source) do update set free_at = ${ms(spacingMs)}
          + greatest(clock_timestamp(), case when s.free_at <= ${latestRest} then s.free_at end)
        where not ${isLeftAlone(sql`s.free_at`)}
      returning (extract(epoch from s.free_at - clock_timestamp()) * 1000 - ${spacingMs}::float8)::float8 as "waitMs"`,
  );
  return turn === undefined ? null : Math.max(0, turn.waitMs);
}

/** As the service asks for, within reason. */
const restMsOf = (cause: unknown): number =>
  cause instanceof ProviderBusy ? Math.min(Math.max(cause.retryAfterMs, restMs), longestRestMs) : restMs;

async function rest(db: Database, source: string, forMs: number): Promise<void> {
  await db.execute(sql`update address_sources set free_at = clock_timestamp() + ${ms(forMs)} where source = ${source}`);
}

/** Not when it is later than any rest: the clock was set back since. */
const isLeftAlone = (freeAt: SQL) =>
  sql`(${freeAt} > clock_timestamp() + ${ms(longestWaitMs)} and ${freeAt} <= ${latestRest})`;

const ms = (count: number) => sql`${count}::float8 * interval '1 millisecond'`;
const latestRest = sql`clock_timestamp() + ${ms(longestRestMs)}`;
