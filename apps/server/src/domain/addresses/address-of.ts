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

/** Messages of a device in which an earlier address is looked for. */
const recent = 50;

/**
 * The address of the last place since an alarm of which its customer knows one: what is shown of its wearer until the address
 * of the present place is known. Places of another wearer are none of it, nor those that the device recorded and sent
 * later. Null: none of the latest.
 */
export function lastAddressOf(
  alarm: Record<'deviId' | 'custId' | 'assignmentId' | 'receivedAt', SQLWrapper>,
): SQL<string | null> {
  const [deviId, custId, since] = [sql`${alarm.deviId}`, sql`${alarm.custId}`, sql`${alarm.receivedAt}`];
  return sql<string | null>`(select kept.address from (
      select t.pos_lati, t.pos_long, t.rec_ts, t.tran_id from transactions t
      where t.devi_id = ${deviId} and t.cust_id = ${custId} and t.rec_ts >= ${since}
        and t.assignment_id is not distinct from ${sql`${alarm.assignmentId}`} and not t.historical
      order by t.rec_ts desc, t.tran_id desc limit ${sql.raw(String(recent))}) latest
    join addresses kept on kept.lat = place_part(latest.pos_lati, 90) and kept.lng = place_part(latest.pos_long, 180)
      and kept.cust_id = ${custId} and kept.address <> ''
    order by latest.rec_ts desc, latest.tran_id desc, kept.named desc limit 1)`;
}
