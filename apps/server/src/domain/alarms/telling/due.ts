import { eq, type SQL, sql } from 'drizzle-orm';
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
 * The chain of an alarm if it still has something to do, locked together with the alarm; undefined when another process
 * has done it, or is about to. The device is locked first, with the other unit of a pair, which an escalation tells; then the
 * alarm: as in processing, to prevent deadlocks. It waits for nothing that others hold, also not for the customer: other
 * alarms would wait with it.
 */
export async function lockDueChain(tx: Database, alarmId: number, now: number): Promise<Chain | undefined> {
  const [units] = await queryRows<{ all: number; free: number }>(
    tx,
    sql`with units as (select d.devi_id from devices d join alarms a on a.alarm_id = ${alarmId}
        where d.devi_id = a.devi_id or d.twin_device = a.devi_id)
      select (select count(*)::int from units) as all, (select count(*)::int from (
        select devi_id from devices where devi_id in (select devi_id from units)
        order by devi_id for no key update skip locked) locked) as free`,
  );
  if (units === undefined || units.free < units.all) return undefined;
  const customer = sql`select from customers
    where cust_id = (select cust_id from alarms where alarm_id = ${alarmId}) for key share skip locked`;
  if ((await queryRows(tx, customer)).length === 0) return undefined;
  const due = await queryRows(
    tx,
    sql`select from notification_chains c join alarms a on a.alarm_id = c.alarm_id
      where c.alarm_id = ${alarmId} and c.state <> 'ended' and (${isDue(now)} or ${isOver})
      for no key update skip locked`,
  );
  if (due.length === 0) return undefined;
  const [chain] = await tx.select().from(notificationChains).where(eq(notificationChains.alarmId, alarmId));
  return chain;
}

/** Puts off a chain whose step failed, so that it holds up no other. */
export async function delayChain(
  db: Database,
  alarmId: number,
  { since, ms }: { since: Date; ms: number },
): Promise<void> {
  await saveChain(db, alarmId, waitFrom(since, ms));
}
