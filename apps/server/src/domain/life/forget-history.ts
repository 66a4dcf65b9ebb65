import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { changeDevice } from '../devices/change-device.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import type { Period } from '../devices/period.ts';
import { noPlace } from './delete-device.ts';

/** The present period of a device. */
export async function presentPeriod(db: Database, deviId: number): Promise<Period> {
  const [period] = await queryRows<Period>(
    db,
    sql`select assignment_id as "assignmentId", devi_id as "deviId", cust_id as "custId", begins_at::text as begins,
        'infinity' as ends, true as running
      from device_assignments where devi_id = ${deviId} and ends_at is null`,
  );
  if (period === undefined) throw new Error(`device ${deviId} has no assignment`);
  return period;
}

/** Removes the place from a device's row. A late older position does not restore it. */
export function forgetPlace(tx: Database, deviId: number, at: Date): Promise<DeviceRecord> {
  return changeDevice(tx, deviId, { ...noPlace, posTime: at });
}
