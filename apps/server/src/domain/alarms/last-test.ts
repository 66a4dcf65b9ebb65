import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { changeDevice } from '../devices/change-device.ts';
import { presentAssignment } from '../devices/device-note.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { lateAfterMs } from './present-alarm.ts';
import { alarms } from './tables.ts';

/**
 * Sets when a locked device was last tested from end to end: when the latest alarm of its present wearer was received
 * that came in time and is reset as a test. Call it when such an alarm is reset or opened again.
 */
export async function saveLastTest(tx: Database, device: DeviceRecord): Promise<DeviceRecord> {
  const [tested] = await tx
    .select({ at: sql`max(${alarms.receivedAt})`.mapWith(alarms.receivedAt) })
    .from(alarms)
    .where(
      and(
        eq(alarms.deviId, device.deviId),
        eq(alarms.assignmentId, presentAssignment(device.deviId)),
        eq(alarms.state, 'reset'),
        eq(alarms.outcome, 'test'),
        sql`${alarms.receivedAt} - ${alarms.happenedAt} <= ${lateAfterMs} * interval '1 millisecond'`,
      ),
    );
  const lastTestAt = tested?.at ?? null;
  if (lastTestAt?.getTime() === device.lastTestAt?.getTime()) return device;
  return changeDevice(tx, device.deviId, { lastTestAt });
}
