import { type LogFilter, typesOfFilters } from '@varde/catalogue/log-filters';
import { tranSource } from '@varde/catalogue/transaction-sources';
import { type LogQuery, localDay } from '@varde/contract/transactions';
import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import { containsWords } from '#domain/search-words.ts';
import { transactions } from '#domain/transactions/tables.ts';

/** The transactions that a query of the log asks for. */
export function matchingLog({ fromDate, toDate, date, timeZone, filters, search }: LogQuery): SQL | undefined {
  const { recTs } = transactions;
  const local = (text: string) => moment(`${localDay(text)} ${text.slice(11)}`, timeZone);
  return and(
    fromDate === undefined ? undefined : gte(recTs, local(fromDate)),
    toDate === undefined ? undefined : lt(recTs, sql`${local(toDate)} + interval '1 minute'`),
    date === undefined ? undefined : and(gte(recTs, startOf(date, timeZone)), lt(recTs, startOf(date, timeZone, 1))),
    filters === undefined ? undefined : ofKinds(filters.split(',') as LogFilter[]),
    search === undefined || search === '' ? undefined : withWords(search),
  );
}

/** A moment by the clocks of a time zone: `2026-11-27 14:05`. */
const moment = (text: string, timeZone: string): SQL => sql`(${text}::timestamp at time zone ${timeZone})`;

/** The midnight with which a day, or one some days later, begins there. */
export const startOf = (date: string, timeZone: string, days = 0): SQL =>
  sql`((${date}::date + ${days}::int)::timestamp at time zone ${timeZone})`;

/** A row of the historical source has no alarm flag (`passesFilters` of the catalogue). */
function ofKinds(filters: readonly LogFilter[]): SQL | undefined {
  const { metyId, subtypes, tranSource: source } = transactions;
  const hasType = (types: readonly number[]) => {
    const list = sql`${sql.param(types)}::smallint[]`;
    return sql`(${metyId} = any(${list}) or ${subtypes} && ${list})`;
  };
  const live = typesOfFilters(filters.filter((key) => key === 'ALARM'));
  const others = typesOfFilters(filters.filter((key) => key !== 'ALARM'));
  return sql`(${hasType(others)} or (${hasType(live)} and ${source} <> ${tranSource.historical}))`;
}

function withWords(search: string): SQL {
  const { tranId, word, sensorName, detail } = transactions;
  const text = sql`concat_ws(' ', ${word}, ${sensorName}, ${detail} ->> 'place', ${detail} ->> 'code')`;
  return sql`(${tranId}::text = ${search.trim()} or ${containsWords(text, search)})`;
}
