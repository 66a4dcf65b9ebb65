import { reachingKind } from '@varde/catalogue/alarm-receivers';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';
import type { Scope } from '#platform/http/caller.ts';
import { withReach } from '#platform/reach.ts';
import { withinScope } from '#platform/scope-condition.ts';

/** Where emergencies reach nobody. Computed as lists instead of in a query, so that the planner knows how few there are. */
export interface Unreached {
  /** Customers whose list, their own or inherited, tells nobody; and those without a list. */
  custIds: readonly number[];
  /** Devices with a list of their own that tells nobody. */
  deviIds: readonly number[];
}

/** The same rule as `reachesNobody` of the catalogue. */
const tellsNobody = (listId: SQL) => sql`not exists (select from notification_receivers r
  where r.list_id = ${listId} and (r.events = '{}' or ${reachingKind} = any (r.events)))`;

/** A list belongs to a wearer: that of an assignment that is over tells nothing. */
const ofPresentWearer = sql`exists (select from device_assignments a
  where a.assignment_id = l.assignment_id and a.ends_at is null)`;

/** In this scope, which the caller may see the lists of. Customers above count too, whoever asks. */
export function findUnreached(db: Database, scope: Scope): Promise<Unreached> {
  return withReach('all', async () => {
    const custIds = await queryRows<{ custId: number }>(
      db,
      sql`select c.cust_id as "custId" from customers c
        left join lateral (select l.list_id from notification_lists l where l.cust_id = any (c.path)
          order by array_position(c.path, l.cust_id) desc limit 1) nearest on true
        where ${withinScope(sql`c.cust_id`, scope) ?? sql`true`} and ${tellsNobody(sql`nearest.list_id`)}`,
    );
    const deviIds = await queryRows<{ deviId: number }>(
      db,
      sql`select l.devi_id as "deviId" from notification_lists l join devices d on d.devi_id = l.devi_id
        where ${withinScope(sql`d.cust_id`, scope) ?? sql`true`} and ${tellsNobody(sql`l.list_id`)}
          and ${ofPresentWearer}`,
    );
    return {
      custIds: custIds.map(({ custId }) => custId),
      deviIds: deviIds.map(({ deviId }) => deviId),
    };
  });
}

/** Which of these devices reach nobody now. */
export function unreachedAmong(db: Database, deviIds: readonly number[]): Promise<number[]> {
  return withReach('all', async () => {
    const owners = await queryRows<{ deviId: number; custId: number }>(
      db,
      sql`select devi_id as "deviId", cust_id as "custId" from devices where devi_id = any (${sql.param([...deviIds])}::int[])`,
    );
    const unreached = await findUnreached(db, [...new Set(owners.map(({ custId }) => custId))]);
    const found = await queryRows<{ deviId: number }>(
      db,
      sql`select d.devi_id as "deviId" from devices d where d.devi_id = any (${sql.param([...deviIds])}::int[])
        and ${isUnreached({ deviId: sql`d.devi_id`, custId: sql`d.cust_id` }, unreached)}`,
    );
    return found.map(({ deviId }) => deviId);
  });
}

/** The condition of a query of devices. */
export const isUnreached = (
  { deviId, custId }: { deviId: SQL; custId: SQL },
  { custIds, deviIds }: Unreached,
): SQL => sql`(${deviId} = any (${sql.param([...deviIds])}::int[])
  or (${custId} = any (${sql.param([...custIds])}::int[]) and not exists (
    select from notification_lists l where l.devi_id = ${deviId} and ${ofPresentWearer})))`;
