import type { WebHookEvent } from '@varde/contract/web-hook-form';
import { sql } from 'drizzle-orm';
import { insertRows } from '#platform/database/column-arrays.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { integrationSettingOf } from './integration-settings.ts';
import { webHookEvents } from './tables.ts';

export interface HookEvent {
  alarmId: number;
  event: WebHookEvent;
  at: Date;
}

/**
 * Writes that web hooks must hear of alarms, in the transaction of what happened to them. One statement, which reads no
 * hook: nothing in a hook can stop or delay an alarm. The caller holds the locks of the alarms, so that the events of each
 * have their order.
 */
export async function queueHookEvents(tx: Database, events: readonly HookEvent[]): Promise<void> {
  await insertRows(tx, webHookEvents, events);
}

/** Events in one transaction. */
const atOnce = 500;

/**
 * Makes deliveries of the events that wait, one for each hook that asks for it: of the alarm's customer and those above,
 * unless other systems are not told of the device's alarms, and of the alarm centre from when it got the alarm. Two
 * processes take turns, so that the deliveries of an alarm are numbered in the order of its events.
 */
export async function makeDeliveries(db: Database, now: number): Promise<void> {
  let made = atOnce;
  while (made === atOnce) made = await makeSome(db, new Date(now));
}

const makeSome = (db: Database, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const events = await tx
      .select()
      .from(webHookEvents)
      .orderBy(webHookEvents.eventId)
      .limit(atOnce)
      .for('no key update');
    if (events.length === 0) return 0;
    const eventIds = sql`any (${sql.param(events.map(({ eventId }) => eventId))}::bigint[])`;
    await tx.execute(sql`
      insert into web_hook_deliveries (hook_id, alarm_id, event, at, queued_at)
      select h.hook_id, e.alarm_id, e.event, e.at, ${now.toISOString()}::timestamptz
      from web_hook_events e
        join alarms a on a.alarm_id = e.alarm_id
        join customers c on c.cust_id = a.cust_id
        join web_hooks h on e.event = any (h.events) and (
          (h.cust_id = any (c.path) and ${integrationSettingOf('msgI9nActive')} is distinct from 'false'::jsonb)
          or (h.cust_id = a.escalated_to and e.at >= a.escalated_at))
      where e.event_id = ${eventIds}
      order by e.event_id, h.hook_id`);
    await queryRows(tx, sql`delete from web_hook_events where event_id = ${eventIds}`);
    return events.length;
  });
