import { sql } from 'drizzle-orm';
import type { Bus } from '#platform/bus/bus.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { CustomerPlace } from '../addresses/place-key.ts';
import { commitAndPublish } from '../commit-and-publish.ts';
import { publishAlarms } from './live-alarm-events.ts';
import { renewRevs } from './open-alarms.ts';

/**
 * Publishes the alarms that are not reset and show this place of a customer, whose address is known. Each in a transaction of its own: one that waits for
 * its alarm holds no other one, whose device's messages would wait as well.
 */
export async function publishAddress(to: { db: Database; bus: Bus }, place: CustomerPlace): Promise<void> {
  for (const alarmId of await to.db.transaction((tx) => alarmsAt(tx, place)))
    await commitAndPublish(to, async (tx, changes) => {
      await reachAll(tx);
      const isShown = sql`select from alarms where alarm_id = ${alarmId} and state <> 'reset' for no key update`;
      if ((await queryRows(tx, isShown)).length === 0) return;
      await renewRevs(tx, [alarmId]);
      await publishAlarms(tx, changes, [alarmId]);
    });
}

async function alarmsAt(tx: Database, { lat, lng, custId }: CustomerPlace): Promise<number[]> {
  await reachAll(tx);
  const isHere = (row: string) =>
    sql.join(
      [
        sql`place_part(${sql.identifier(row)}.pos_lati, 90) = ${lat}`,
        sql`place_part(${sql.identifier(row)}.pos_long, 180) = ${lng}`,
        sql`${sql.identifier(row)}.cust_id = ${custId}`,
      ],
      sql` and `,
    );
  const shown = await queryRows<{ alarmId: number }>(
    tx,
    sql`select a.alarm_id as "alarmId" from alarms a
      where a.state <> 'reset' and (${isHere('a')}
        or exists (select from devices d where d.devi_id = a.devi_id and ${isHere('d')}))
      order by a.alarm_id`,
  );
  return shown.map(({ alarmId }) => alarmId);
}
