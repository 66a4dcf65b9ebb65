import { eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { deleteOld } from '#platform/delete-old.ts';
import { timestamp } from '#platform/last-known.ts';
import { healthReadings, stepDays } from './tables.ts';

/** Deletes all readings and steps of an assignment. */
export async function forgetMeasurements(tx: Database, assignmentId: number): Promise<void> {
  await tx.delete(healthReadings).where(eq(healthReadings.assignmentId, assignmentId));
  await tx.delete(stepDays).where(eq(stepDays.assignmentId, assignmentId));
}

/** Deletes what was measured before a time, in Unix milliseconds. */
export async function deleteOldMeasurements(db: Database, before: number): Promise<void> {
  await deleteOld(db, sql`health_readings`, sql`log_date < ${timestamp(before)}`);
  await deleteOld(db, sql`step_days`, sql`date < (${timestamp(before)} at time zone 'UTC')::date`);
}
