import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../database/database.ts';
import type { FairTurns, Waiting } from './fair-turns.ts';

/** More than the places of a channel. */
const fewOfCustomer = 32;
const mostRows = 1000;

/**
 * Of rows that wait the ones that could be next, the oldest first among equals: some of each customer (`ofCustomer`), of
 * these one of each to whom they go before the second of anybody, and none for a host that takes nothing now. `rows` is a
 * query of the columns `id`, `urgency` (as `Waiting`), `path` (of the customer, null for nobody's), `leaf` (text: who takes
 * turns within the customer) and `host`.
 */
export async function waitingIn(
  db: Database,
  turns: FairTurns,
  rows: SQL,
  ofCustomer = fewOfCustomer,
): Promise<Waiting[]> {
  const found = await queryRows<{
    id: number | string;
    urgency: number;
    path: number[] | null;
    leaf: string;
    host: string | null;
  }>(
    db,
    sql`select id, urgency, path, leaf, host from (
        select *, row_number() over (partition by path order by urgency, nth, id) as place from (
          select *, row_number() over (partition by path, leaf order by urgency, id) as nth from (${rows}) w
            where host is null or host <> all(${sql.param(turns.closedHosts())}::text[])) w) w
      where place <= ${ofCustomer} order by place, urgency, id limit ${mostRows}`,
  );
  return found.map(({ id, urgency, path, leaf, host }) => ({
    ...{ id: Number(id), urgency, host },
    path: [...(path ?? ['none']), 'own', leaf],
  }));
}
