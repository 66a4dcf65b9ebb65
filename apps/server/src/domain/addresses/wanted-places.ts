import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { PlaceKey } from './place-key.ts';

/** Whoever looked at a place has gone by then. */
const longestMs = 600_000;
/** Places that wait for one user; of more the latest stay. */
const mostOfUser = 100;

/**
 * The place whose address is wanted most: where open alarms are, then claimed ones, then where their wearers have gone, then
 * the places that somebody looks at; of each the latest. Of customers that allow it, and as far as nobody knows or asks
 * already. Null: none.
 */
export async function nextPlace(db: Database, now: number): Promise<PlaceKey | null> {
  const time = sql`${new Date(now).toISOString()}::timestamptz`;
  const since = sql`${new Date(now - longestMs).toISOString()}::timestamptz`;
  const [place] = await queryRows<PlaceKey>(
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
        select 4, l.asked_at, l.cust_id, l.lat, l.lng from address_lookups l where l.asked_at > ${since})
      select w.lat, w.lng from wanted w
      where w.lat is not null and w.lng is not null and (w.lat <> 0 or w.lng <> 0)
        and not exists (select from addresses a where a.lat = w.lat and a.lng = w.lng
          and a.cust_id in (0, w.cust_id) and a.kept_until > ${time})
        and may_look_up_addresses(w.cust_id)
      order by w.turn, w.at desc limit 1`,
  );
  return place ?? null;
}

/** The places with an address that alarms do not show yet, or were read too early to show. */
export function untoldPlaces(db: Database): Promise<PlaceKey[]> {
  return queryRows<PlaceKey>(
    db,
    sql`with shown as (
        select a.rev, place_part(a.pos_lati, 90) as lat, place_part(a.pos_long, 180) as lng
        from alarms a where a.state <> 'reset'
        union all
        select a.rev, place_part(d.pos_lati, 90), place_part(d.pos_long, 180)
        from alarms a join devices d on d.devi_id = a.devi_id where a.state <> 'reset')
      select distinct k.lat, k.lng from shown s join addresses k on k.lat = s.lat and k.lng = s.lng and k.cust_id = 0
      where k.address <> '' and (k.rev is null or k.rev > s.rev)`,
  );
}

/** A user looks at a place: its address is looked up when its turn comes. */
export async function wantAddress(
  tx: Database,
  { lat, lng }: PlaceKey,
  { custId, userId, now }: { custId: number; userId: number; now: number },
): Promise<void> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  await tx.execute(
    sql`insert into address_lookups (lat, lng, cust_id, user_id, asked_at)
      values (${lat}, ${lng}, ${custId}, ${userId}, ${at})
      on conflict (lat, lng) do update set cust_id = excluded.cust_id, user_id = excluded.user_id, asked_at = excluded.asked_at
        where address_lookups.asked_at <= ${new Date(now - longestMs).toISOString()}::timestamptz`,
  );
  await tx.execute(
    sql`delete from address_lookups where (lat, lng) in (select lat, lng from address_lookups
      where user_id = ${userId} order by asked_at desc, lat, lng offset ${mostOfUser}::int)`,
  );
}

/** The place needs nobody's turn any more. */
export async function forgetWanted(tx: Database, { lat, lng }: PlaceKey): Promise<void> {
  await tx.execute(sql`delete from address_lookups where lat = ${lat} and lng = ${lng}`);
}
