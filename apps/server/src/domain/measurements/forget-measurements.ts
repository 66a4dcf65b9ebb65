import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { healthReadings, stepDays } from './tables.ts';

/** Deletes all readings and steps of an assignment. */
export async function forgetMeasurements(tx: Database, assignmentId: number): Promise<void> {
  await tx.delete(healthReadings).where(eq(healthReadings.assignmentId, assignmentId));
  await tx.delete(stepDays).where(eq(stepDays.assignmentId, assignmentId));
}
