import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { PlaceKey } from '../addresses/place-key.ts';
import type { Changes } from '../commit-and-publish.ts';
import { publishAlarms } from './live-alarm-events.ts';
import { renewRevs } from './open-alarms.ts';

/**
 * Publishes the alarms that are not reset and show this place, whose address is known. `ofCustomer`:
 * it is what this customer calls the place, and those of others show no other address.
 */
export async function publishAddress(
  tx: Database,
  changes: Changes,
  { lat, lng }: PlaceKey,
  ofCustomer?: number,
): Promise<void> {
  const isHere = (row: string) =>
    sql.join(
      [
        sql`place_part(${sql.identifier(row)}.pos_lati, 90) = ${lat}`,
        sql`place_part(${sql.identifier(row)}.pos_long, 180) = ${lng}`,
      ],
      sql` and `,
    );
  const shown = await queryRows<{ alarmId: number }>(
    tx,
    sql`select a.alarm_id as "alarmId" from alarms a
      where a.state <> 'reset' and ${ofCustomer === undefined ? sql`true` : sql`a.cust_id = ${ofCustomer}`} and (${isHere('a')}
        or exists (select from devices d where d.devi_id = a.devi_id and ${isHere('d')}))
      order by a.alarm_id for no key update of a`,
  );
  const alarmIds = shown.map(({ alarmId }) => alarmId);
  await renewRevs(tx, alarmIds);
  await publishAlarms(tx, changes, alarmIds);
}
