import { inArray, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { clockToleranceMs } from '#platform/delivery/back-off.ts';
import type { FairTurns } from '#platform/delivery/fair-turns.ts';
import { waitingIn } from '#platform/delivery/waiting-rows.ts';
import { isNoEmergency } from '../../messages/in-turn.ts';
import { type Chain, saveChain, waitFrom } from '../../notifications/chains.ts';
import { notificationChains } from '../../notifications/tables.ts';

const time = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** A wait that began in the future began before the clock was set back. */
const isDue = (now: number): SQL => sql`(c.next_at <= ${time(now)} or c.waits_since > ${time(now + clockToleranceMs)})`;
/** A hand-over that is not confirmed may come to nothing. */
const isOver = sql`(a.state = 'reset' or (a.state = 'claimed' and a.handed_over_by is null))`;

/** Of a customer are so many looked at. */
const ofCustomer = 100;

/**
 * Alarms with something to do but these, those whose turn it is: the next step is due, or somebody has taken or reset the alarm. Of a
 * customer first those of which nobody has been told, of them those of emergencies; of a device one at a time.
 */
export async function dueChains(
  db: Database,
  now: number,
  { most, turns, but }: { most: number; turns: FairTurns; but: ReadonlySet<number> },
): Promise<number[]> {
  const isBegun = sql`(c.round > 1 or c.next_step > 0)`;
  const waiting = await waitingIn(
    db,
    turns,
    sql`select c.alarm_id as id, cu.path, a.devi_id::text as leaf, null::text as host,
        2 * ${isBegun}::int + ${isNoEmergency}::int as urgency
      from notification_chains c join alarms a on a.alarm_id = c.alarm_id join customers cu on cu.cust_id = a.cust_id
      where c.state <> 'ended' and (${isDue(now)} or ${isOver})`,
    ofCustomer,
  );
  const left = waiting.filter(({ id }) => !but.has(id));
  const ofDevices = Map.groupBy(left, ({ path }) => path.at(-1)).values();
  const firsts = [...ofDevices].flatMap(([first]) => first ?? []);
  return turns.choose(firsts, most).map(({ id }) => id);
}

/**
 * Of these alarms the chains that still have something to do, locked together with their alarms: another process has done
 * the others, or is about to. The devices are locked first, with the other unit of a pair, which an escalation tells; then
 * the alarms: as in processing, to prevent deadlocks. It waits for nothing that others hold, also not for the customers: other
 * alarms would wait with it.
 */
export async function lockDueChains(tx: Database, alarmIds: readonly number[], now: number): Promise<Chain[]> {
  const free = await idsOf(
    tx,
    sql`with units as (select a.alarm_id, d.devi_id from alarms a
          join devices d on d.devi_id = a.devi_id or d.twin_device = a.devi_id where a.alarm_id = ${anyOf(alarmIds)}),
        locked as (select devi_id from devices where devi_id in (select devi_id from units)
          order by devi_id for no key update skip locked)
      select units.alarm_id as id from units left join locked on locked.devi_id = units.devi_id
      group by units.alarm_id having bool_and(locked.devi_id is not null)`,
  );
  const customers = await idsOf(
    tx,
    sql`select cust_id as id from customers where cust_id in (select cust_id from alarms where alarm_id = ${anyOf(free)})
      order by cust_id for key share skip locked`,
  );
  const due = await idsOf(
    tx,
    sql`select c.alarm_id as id from notification_chains c join alarms a on a.alarm_id = c.alarm_id
      where c.alarm_id = ${anyOf(free)} and a.cust_id = ${anyOf(customers)} and c.state <> 'ended' and (${isDue(now)} or ${isOver})
      order by c.alarm_id for no key update skip locked`,
  );
  if (due.length === 0) return [];
  return tx.select().from(notificationChains).where(inArray(notificationChains.alarmId, due));
}

const anyOf = (ids: readonly number[]): SQL => sql`any (${sql.param([...ids])}::bigint[])`;
const idsOf = async (tx: Database, query: SQL): Promise<number[]> =>
  (await queryRows<{ id: number | string }>(tx, query)).map(({ id }) => Number(id));

/** Puts off a chain whose step failed, so that it holds up no other. */
export async function delayChain(
  db: Database,
  alarmId: number,
  { since, ms }: { since: Date; ms: number },
): Promise<void> {
  await saveChain(db, alarmId, waitFrom(since, ms));
}
