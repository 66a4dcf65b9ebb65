import { reachesNobody, reachingKind, type UnreachedCause } from '@varde/catalogue/alarm-receivers';
import { type SQL, sql } from 'drizzle-orm';
import { alarmCentreOf, hasAlarmCentre } from '#domain/devices/alarm-centre.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { devices } from '#domain/devices/tables.ts';
import type { Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withReach } from '#platform/database/reach.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { leftOutOf } from './left-out.ts';
import { effectiveList, toldInOrder } from './lists.ts';
import { canBeTold, silentSelections, userCanBeTold, type WorkingChannels } from './working-channels.ts';

/** Where no list tells an emergency to anybody. Computed as lists instead of in a query, so that the planner knows how few there are. */
export interface Unreached {
  /** Customers whose list, their own or inherited, tells nobody, nor those it goes on with; and those without a list. */
  custIds: readonly number[];
  /** Lists of wearers that tell nobody. */
  listIds: readonly number[];
}

export interface ReachQuery {
  at: Date;
  working: WorkingChannels;
}

/**
 * A list `l` tells an emergency to somebody: `tells_by` has the channels of receivers who are no users, kept with the
 * list. Whether users may be told depends on the customer with the alarm and on the time.
 */
const tellsSomebody = (path: SQL, { at, working }: ReachQuery): SQL =>
  sql`(l.tells_by not in ${silentSelections(working)}
    or exists (select from notification_receivers r join users u on u.user_id = r.user_id
      where r.list_id = l.list_id and (r.events = '{}' or ${reachingKind} = any (r.events))
        and ${leftOutOf(path, at)} is null and ${userCanBeTold(working)}))`;

/** A list that tells somebody counts for the customer with this path: the nearest one, and those it goes on with. */
const customerIsTold = (path: SQL, reach: ReachQuery): SQL =>
  sql`exists (select from notification_lists l where l.cust_id = any (${path}) and ${tellsSomebody(path, reach)}
    and not exists (select from notification_lists nearer where nearer.cust_id = any (${path})
      and array_position(${path}, nearer.cust_id) > array_position(${path}, l.cust_id)
      and not nearer.continue_above))`;

/** In this scope, which the caller may see the lists of. Customers above count too, whoever asks. */
export function findUnreached(db: Database, scope: Scope, reach: ReachQuery): Promise<Unreached> {
  return withReach('all', async () => {
    const custIds = await queryRows<{ custId: number }>(
      db,
      sql`select c.cust_id as "custId" from customers c
        where ${withinScope(sql`c.cust_id`, scope) ?? sql`true`} and not ${customerIsTold(sql`c.path`, reach)}`,
    );
    return { custIds: custIds.map(({ custId }) => custId), listIds: await silentLists(db, scope, reach) };
  });
}

/**
 * Two queries, because what users are told of is costly to plan: the second asks only about lists that name users or go
 * on. Arrays, because the embedded database gives many rows one by one. The device in a value of its own, so that the
 * planner asks for each of the few lists.
 */
async function silentLists(db: Database, scope: Scope, reach: ReachQuery): Promise<number[]> {
  const silent = await queryRows<{ mayTell: boolean; listIds: number[] }>(
    db,
    sql`select l.continue_above or exists (select from notification_receivers r
          where r.list_id = l.list_id and r.user_id is not null) as "mayTell", array_agg(l.list_id) as "listIds"
      from notification_lists l
      where l.devi_id is not null and l.tells_by in ${silentSelections(reach.working)}
        and (select ${withinScope(sql`d.cust_id`, scope) ?? sql`true`} from devices d
          where d.own_list_id = l.list_id and d.twin <> 'CLONE')
      group by 1`,
  );
  const listsThat = (mayTell: boolean) => silent.flatMap((lists) => (lists.mayTell === mayTell ? lists.listIds : []));
  const asked = listsThat(true);
  const telling = new Set(asked.length === 0 ? [] : await tellingAmong(db, asked, reach));
  return [...listsThat(false), ...asked.filter((listId) => !telling.has(listId))];
}

async function tellingAmong(db: Database, listIds: readonly number[], reach: ReachQuery): Promise<number[]> {
  const rows = await queryRows<{ listId: number }>(
    db,
    sql`select l.list_id as "listId" from notification_lists l
      join devices d on d.devi_id = l.devi_id join customers c on c.cust_id = d.cust_id
      where l.list_id = any (${sql.param([...listIds])}::int[])
        and (${tellsSomebody(sql`c.path`, reach)} or (l.continue_above and ${customerIsTold(sql`c.path`, reach)}))`,
  );
  return rows.map(({ listId }) => listId);
}

/**
 * Why the alarms of one device reach nobody; null: they reach somebody. Its own list is all that is read, and its alarm
 * centre comes after everybody on it.
 */
export function whyUnreached(
  db: Database,
  { deviId, custId }: { deviId: number; custId: number },
  { at, working }: ReachQuery,
): Promise<UnreachedCause | null> {
  return withReach('all', async () => {
    if ((await alarmCentreOf(db, deviId)) !== null) return null;
    const assignmentId = await presentAssignmentId(db, deviId);
    const receivers = toldInOrder(await effectiveList(db, { assignmentId, custId, at }));
    if (!reachesNobody(receivers.filter((receiver) => canBeTold(receiver, working)))) return null;
    if (receivers.length === 0) return 'noReceivers';
    return reachesNobody(receivers) ? 'notTold' : 'cannotSend';
  });
}

/**
 * The condition of a query of units; both units of a pair have the list and the alarm centre of its master. An alarm
 * that its list does not settle goes to the device's alarm centre.
 */
export const isUnreached = ({ custIds, listIds }: Unreached): SQL => sql`((
    ${devices.ownListId} = any (${sql.param([...listIds])}::int[])
    or (${devices.ownListId} is null and ${devices.custId} = any (${sql.param([...custIds])}::int[])))
  and ((${devices.ahpId} is null and ${devices.twin} <> 'CLONE') or not ${hasAlarmCentre(sql`${devices.entryId}`)}))`;
