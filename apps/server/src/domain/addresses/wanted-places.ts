import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { CustomerPlace } from './place-key.ts';

/** Whoever looked at a place has gone by then. */
const longestMs = 600_000;
/** Places that wait for one user; of more the latest stay. */
const mostOfUser = 100;

/** A place whose address is wanted; `ofAlarm`: of an alarm that is not reset. */
export interface WantedPlace extends CustomerPlace {
  ofAlarm: boolean;
}

/**
 * The place whose address is wanted most: where open alarms are, then claimed ones, then where their wearers have gone, then
 * the places that somebody looks at. Of each, customers take turns, so that none waits for all places of another, and of one
 * customer the place that has waited longest comes first. Of customers that allow it, and as far as they do not know it
 * already, and nobody asks. Null: none.
 */
export async function nextPlace(db: Database, now: number): Promise<WantedPlace | null> {
  const time = sql`${new Date(now).toISOString()}::timestamptz`;
  const since = sql`${new Date(now - longestMs).toISOString()}::timestamptz`;
  const [place] = await queryRows<WantedPlace>(
    db,
    sql`with wanted as (
        select case a.state when 'open' then 1 else 2 end as turn, a.received_at as at, a.cust_id,
          place_part(a.pos_lati, 90) as lat, place_part(a.pos_long, 180) as lng
        from alarms a where a.state <> 'reset' and a.pos_lati is not null
        union all
        select 3, d.pos_time, d.cust_id, place_part(d.pos_lati, 90), place_part(d.pos_long, 180)
        from alarms a join devices d on d.devi_id = a.devi_id and d.cust_id = a.cust_id
        where a.state <> 'reset' and d.pos_time > coalesce(a.pos_time, '-infinity')
        union all
        select 4, l.asked_at, l.cust_id, l.lat, l.lng from address_lookups l where l.asked_at > ${since}
      ), waiting as (
        select * from wanted w
        where w.lat is not null and w.lng is not null and (w.lat <> 0 or w.lng <> 0)
          and not exists (select from addresses a where a.lat = w.lat and a.lng = w.lng
            and a.cust_id = w.cust_id and a.kept_until > ${time})
          and may_look_up_addresses(w.cust_id)
      ), served as (
        select c.cust_id, (select max(a.looked_up_at) from addresses a where a.cust_id = c.cust_id and not a.named) as at
        from (select distinct cust_id from waiting) c)
      select w.lat, w.lng, w.cust_id as "custId", w.turn < 4 as "ofAlarm"
      from waiting w join served s on s.cust_id = w.cust_id
      order by w.turn, s.at nulls first, w.at, w.lat, w.lng limit 1`,
  );
  return place ?? null;
}

/** The places with an address that alarms do not show yet, or were read too early to show. */
export function untoldPlaces(db: Database): Promise<CustomerPlace[]> {
  return queryRows<CustomerPlace>(
    db,
    sql`with shown as (
        select a.rev, a.cust_id, place_part(a.pos_lati, 90) as lat, place_part(a.pos_long, 180) as lng
        from alarms a where a.state <> 'reset'
        union all
        select a.rev, d.cust_id, place_part(d.pos_lati, 90), place_part(d.pos_long, 180)
        from alarms a join devices d on d.devi_id = a.devi_id where a.state <> 'reset')
      select distinct k.lat, k.lng, k.cust_id as "custId"
      from shown s join addresses k on k.lat = s.lat and k.lng = s.lng and k.cust_id = s.cust_id and not k.named
      where k.address <> '' and (k.rev is null or k.rev > s.rev)`,
  );
}

/** A user looks at a place: its address is looked up when its turn comes. */
export async function wantAddress(
  tx: Database,
  { lat, lng, custId }: CustomerPlace,
  { userId, now }: { userId: number; now: number },
): Promise<void> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  await tx.execute(
    sql`insert into address_lookups (lat, lng, cust_id, user_id, asked_at)
      values (${lat}, ${lng}, ${custId}, ${userId}, ${at})
      on conflict (lat, lng, cust_id) do update set user_id = excluded.user_id, asked_at = excluded.asked_at
        where address_lookups.asked_at <= ${new Date(now - longestMs).toISOString()}::timestamptz`,
  );
  await tx.execute(
    sql`delete from address_lookups where (lat, lng, cust_id) in (select lat, lng, cust_id from address_lookups
      where user_id = ${userId} order by asked_at desc, lat, lng offset ${mostOfUser}::int)`,
  );
}

/** The place needs nobody's turn any more. */
export async function forgetWanted(tx: Database, { lat, lng, custId }: CustomerPlace): Promise<void> {
  await tx.execute(sql`delete from address_lookups where lat = ${lat} and lng = ${lng} and cust_id = ${custId}`);
}
