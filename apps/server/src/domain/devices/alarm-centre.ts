import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';

/** The alarm centre that a device is given to. */
export interface AlarmCentre {
  custId: number;
  firmName: string;
  /** For so long it has time to take an alarm. */
  answerSeconds: number;
}

/**
 * The centre that takes the alarms of a device; of a clone that of its master, which is worn by the same person. Every
 * caller may see alarm centres (row-level security), so that this is part of any query of devices.
 */
const centreOf = (deviId: SQL): SQL => sql`(select c.cust_id, c.firm_name, c.answer_seconds from devices own
  left join devices master on own.twin = 'CLONE' and master.devi_id = own.twin_device
  join customers c on c.cust_id = case when own.twin = 'CLONE' then master.ahp_id else own.ahp_id end
  where own.devi_id = ${deviId} and c.kind = 'partner' and c.takes_alarms)`;

/** Condition: an alarm centre takes the alarms of this device. */
export const hasAlarmCentre = (deviId: SQL): SQL => sql`exists ${centreOf(deviId)}`;

export async function alarmCentreOf(db: Database, deviId: number): Promise<AlarmCentre | null> {
  const [centre] = await queryRows<AlarmCentre>(
    db,
    sql`select centre.cust_id as "custId", centre.firm_name as "firmName",
        centre.answer_seconds as "answerSeconds" from ${centreOf(sql`${deviId}::int`)} centre`,
  );
  return centre ?? null;
}

/** The customers with devices at this alarm centre. */
export async function customersServedBy(db: Database, centreId: number): Promise<number[]> {
  const rows = await queryRows<{ custId: number }>(
    db,
    sql`select distinct cust_id as "custId" from devices where ahp_id = ${centreId} and deleted_at is null`,
  );
  return rows.map(({ custId }) => custId);
}
