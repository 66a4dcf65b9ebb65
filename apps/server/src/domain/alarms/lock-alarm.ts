import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { alarms } from './tables.ts';

/** Locks an alarm. It comes before everything that belongs to it, as in processing, to prevent deadlocks. */
export async function lockAlarm(tx: Database, alarmId: number): Promise<void> {
  await tx.select({ alarmId: alarms.alarmId }).from(alarms).where(eq(alarms.alarmId, alarmId)).for('no key update');
}
