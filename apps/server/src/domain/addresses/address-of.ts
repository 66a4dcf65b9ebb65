import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * The address of a row's place for its customer, in a query that selects it; empty: there is none; null: nobody has looked
 * it up.
 */
export function addressOf(row: Record<'posLati' | 'posLong' | 'custId', SQLWrapper>): SQL<string | null> {
  // Of a column that is a part of this text itself, Drizzle leaves out the table in a query of one table.
  const [lat, lng, custId] = [sql`${row.posLati}`, sql`${row.posLong}`, sql`${row.custId}`];
  return sql<string | null>`(select kept.address from addresses kept
    where kept.lat = place_part(${lat}, 90) and kept.lng = place_part(${lng}, 180) and kept.cust_id = ${custId}
      and kept.looked_up_at is not null
    order by kept.named desc limit 1)`;
}
