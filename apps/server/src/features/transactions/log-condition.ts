import { type LogFilter, routineTypes, typesOfFilters } from '@varde/catalogue/log-filters';
import { tranSource } from '@varde/catalogue/transaction-sources';
import { type LogQuery, localDay } from '@varde/contract/transactions';
import { and, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { containsWords } from '#domain/search-words.ts';
import { transactions } from '#domain/transactions/tables.ts';

/** The times that a query of the log asks for: an index finds them. */
export function withinTimes({ fromDate, toDate, date, timeZone }: LogQuery): SQL | undefined {
  const { recTs } = transactions;
  const local = (text: string) => moment(`${localDay(text)} ${text.slice(11)}`, timeZone);
  return and(
    fromDate === undefined ? undefined : gte(recTs, local(fromDate)),
    toDate === undefined ? undefined : lt(recTs, sql`${local(toDate)} + interval '1 minute'`),
    date === undefined ? undefined : and(gte(recTs, startOf(date, timeZone)), lt(recTs, startOf(date, timeZone, 1))),
  );
}

/** All transactions that filters can ask for: as the index `transactions_events` says it. */
export const isEvent = ({ filters }: LogQuery): SQL | undefined =>
  filters === undefined
    ? undefined
    : sql`(${transactions.metyId} not in (${sql.raw(routineTypes.join(', '))}) or ${transactions.subtypes} is not null)`;

/** Columns of the table, or of rows that were read from it. */
type Searched = Record<'metyId' | 'subtypes' | 'tranSource' | 'tranId' | 'word' | 'sensorName' | 'detail', SQLWrapper>;

/** What a query of the log asks of the contents of a transaction; undefined: nothing. */
export const withContents = ({ filters, search }: LogQuery, columns: Searched = transactions): SQL | undefined =>
  and(
    filters === undefined ? undefined : ofKinds(filters.split(',') as LogFilter[], columns),
    search === undefined || search === '' ? undefined : withWords(search, columns),
  );

/** A moment by the clocks of a time zone: `2026-11-27 14:05`. */
const moment = (text: string, timeZone: string): SQL => sql`(${text}::timestamp at time zone ${timeZone})`;

/** The midnight with which a day, or one some days later, begins there. */
export const startOf = (date: string, timeZone: string, days = 0): SQL =>
  sql`((${date}::date + ${days}::int)::timestamp at time zone ${timeZone})`;

/** A row of the historical source has no alarm flag (`passesFilters` of the catalogue). */
function ofKinds(filters: readonly LogFilter[], { metyId, subtypes, tranSource: source }: Searched): SQL {
  const hasType = (types: readonly number[]) => {
    const list = sql`${sql.param(types)}::smallint[]`;
    return sql`(${metyId} = any(${list}) or ${subtypes} && ${list})`;
  };
  const live = typesOfFilters(filters.filter((key) => key === 'ALARM'));
  const others = typesOfFilters(filters.filter((key) => key !== 'ALARM'));
  return sql`(${hasType(others)} or (${hasType(live)} and ${source} <> ${tranSource.historical}))`;
}

function withWords(search: string, { tranId, word, sensorName, detail }: Searched): SQL {
  const text = sql`concat_ws(' ', ${word}, ${sensorName}, ${detail} ->> 'place', ${detail} ->> 'code')`;
  return sql`(${tranId}::text = ${search.trim()} or ${containsWords(text, search)})`;
}
