import { type AnswerGroup, type AnswerStart, answerTargets } from '@varde/catalogue/answer-times';
import { byName } from '@varde/catalogue/name-order';
import type { api } from '@varde/contract/api';
import { type SQL, sql } from 'drizzle-orm';
import { inHistory } from '#domain/alarms/alarms.ts';
import { askedScope } from '#domain/customers/asked-scope.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'clock'>;

/** A part of the period that is read at once, so that no alarm waits long for the embedded database. */
const partMs = 31 * 24 * 3_600_000;
const [first, last] = answerTargets;

interface Answers {
  alarms: number;
  within60: number;
  due60: number;
  within180: number;
  due180: number;
  unanswered: number;
  longest: number | null;
}

const none: Answers = {
  ...{ alarms: 0, within60: 0, due60: 0, within180: 0, due180: 0, unanswered: 0, longest: null },
};

/** How soon alarms were taken: the figures that alarm services are held to. */
export function answerTimeHandlers({
  db,
  backgroundDb,
  clock,
}: Dependencies): Pick<Handlers<(typeof api)['alarms']>, 'getAnswerTimes'> {
  return {
    async getAnswerTimes({ query: { from, to, by, since, timeZone, ...asked } }, caller) {
      const scope = await askedScope(db, caller.scopeOf('DEVICE_LIST'), asked);
      const seen = inHistory(caller, scope) ?? sql`true`;
      const group = groups[by](starts[since], timeZone);
      const sums = new Map<string, Answers>();
      for (let at = from; at < to; at += partMs) {
        const part = { start: starts[since], from: at, to: Math.min(at + partMs, to), now: clock.now() };
        for (const { key, ...answers } of await answersIn(backgroundDb, seen, group, part))
          sums.set(key, sumOf(sums.get(key) ?? none, answers));
      }
      const names = by === 'customer' ? await namesOf(backgroundDb, [...sums.keys()]) : null;
      const rows = [...sums].map(([key, answers]) => ({ key, name: names?.get(key) ?? null, ...answers }));
      return {
        total: [...sums.values()].reduce(sumOf, none),
        rows: rows.sort((a, b) => byName(a.name ?? '', b.name ?? '') || compareKeys(a.key, b.key)),
      };
    },
  };
}

/** Months, or hours, which have one digit or two. */
const { compare: compareKeys } = new Intl.Collator('nb', { numeric: true });

const starts: Record<AnswerStart, SQL> = { received: sql`a.received_at`, escalated: sql`a.escalated_at` };

const groups: Record<AnswerGroup, (start: SQL, timeZone: string) => SQL> = {
  month: (start, timeZone) => sql`to_char(${start} at time zone ${timeZone}, 'YYYY-MM')`,
  hour: (start, timeZone) => sql`extract(hour from ${start} at time zone ${timeZone})::int::text`,
  customer: () => sql`a.cust_id::text`,
};

interface Part {
  start: SQL;
  from: number;
  to: number;
  now: number;
}

/** An alarm that waits has waited until now; of a target that it can still meet it does not count yet. */
function answersIn(db: Database, seen: SQL, group: SQL, { start, from, to, now }: Part) {
  const time = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`;
  const within = (seconds: number) => sql`a.waited <= ${seconds} * interval '1 second'`;
  const count = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`;
  const isAnswered = sql`a.answered_at is not null`;
  const taken = (seconds: number) => count(sql`${isAnswered} and ${within(seconds)}`);
  const due = (seconds: number) => count(sql`${isAnswered} or not ${within(seconds)}`);
  return queryRows<Answers & { key: string }>(
    db,
    sql`select a.key, count(*)::int as alarms, ${taken(first.seconds)} as within60, ${due(first.seconds)} as due60,
        ${taken(last.seconds)} as within180, ${due(last.seconds)} as due180,
        ${count(sql`a.answered_at is null`)} as unanswered,
        (extract(epoch from max(a.waited)) * 1000)::float8 as longest
      from (
        select ${group} as key, a.answered_at,
          greatest(coalesce(a.answered_at, ${time(now)}) - ${start}, interval '0') as waited
        from (select * from alarms where ${seen}) a
        where ${start} >= ${time(from)} and ${start} < ${time(to)}
          and (a.answered_at >= ${start} or a.answered_at is null)
      ) a
      group by a.key`,
  );
}

const sumOf = (some: Answers, more: Answers): Answers => ({
  alarms: some.alarms + more.alarms,
  within60: some.within60 + more.within60,
  due60: some.due60 + more.due60,
  within180: some.within180 + more.within180,
  due180: some.due180 + more.due180,
  unanswered: some.unanswered + more.unanswered,
  longest: more.longest === null ? some.longest : Math.max(some.longest ?? 0, more.longest),
});

async function namesOf(db: Database, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; name: string }>(
    db,
    sql`select cust_id::text as id, firm_name as name from customers
      where cust_id = any(${sql.param(keys.map(Number))}::int[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
