import { disablePositioning } from '@varde/catalogue/settings/positioning';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';

/** Whether positioning is off on a device (`disablePositioning`). Any other value than `true` leaves it on. */
export const isPositioningOff = (deviId: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from device_settings s where s.devi_id = ${deviId}
    and s.key = ${disablePositioning.key} and s.desired = 'true'::jsonb)`;

/** The same of one device. */
export async function hasNoPositioning(db: Database, deviId: number): Promise<boolean> {
  const [row] = await queryRows<{ off: boolean }>(
    db,
    sql`select ${isPositioningOff(sql`${deviId}::int`)} as off`,
  );
  return row?.off ?? false;
}
