import { geofenceAlarms } from '@varde/catalogue/alarms';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { presentAssignment } from './device-note.ts';

/**
 * Whether the present wearer has an open alarm, other than one of a geofence, for which somebody must find them. It counts
 * for both units of a pair, whichever raised it.
 */
export const isSought = (deviId: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from alarms open where open.state <> 'reset'
    and open.devi_id in (select ${deviId} union all select t.devi_id from devices t where t.twin_device = ${deviId})
    and open.assignment_id = ${presentAssignment(sql`open.devi_id`)}
    and open.mety_id <> all (${sql.param([...geofenceAlarms])}::int[]))`;

/** Whether nobody may find out where the wearer is: positioning is off, and they are not sought. */
export const isNotLocated = (deviId: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from devices worn where worn.devi_id = ${deviId} and worn.positioning_off
    and not ${isSought(sql`worn.devi_id`)})`;

/** The same of one device. */
export async function hasNoPositioning(db: Database, deviId: number): Promise<boolean> {
  const [row] = await queryRows<{ off: boolean }>(db, sql`select ${isNotLocated(sql`${deviId}::int`)} as off`);
  return row?.off ?? false;
}
