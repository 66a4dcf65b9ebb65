import { and, desc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { insertRows } from '#platform/database/column-arrays.ts';
import type { Database } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';
import { presentAssignment } from '../devices/device-note.ts';
import { healthReadings } from './tables.ts';

/** A reading of heart rate and blood pressure. Null: not measured. */
export type HealthReading = typeof healthReadings.$inferSelect;

export function addReadings(tx: Database, readings: readonly Omit<HealthReading, 'hrbpId'>[]): Promise<void> {
  return insertRows(tx, healthReadings, readings);
}

const position = z.tuple([cursorTime, z.int().min(0)]);

/** A page of the readings of a device's present assignment, newest first. */
export async function listReadings(
  db: Database,
  { deviId, cursor, limit }: { deviId: number; cursor: string | undefined; limit: number },
) {
  const { assignmentId, logDate, hrbpId } = healthReadings;
  const [measured, number] = cursor === undefined ? [null, null] : decodeCursor(cursor, position);
  const rows = await db
    .select({ reading: healthReadings, measured: microseconds(logDate) })
    .from(healthReadings)
    .where(
      and(
        sql`${assignmentId} = ${presentAssignment(deviId)}`,
        measured === null
          ? undefined
          : sql`(${logDate}, ${hrbpId}) < (${fromMicroseconds(measured)}, ${number}::bigint)`,
      ),
    )
    .orderBy(desc(logDate), desc(hrbpId))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ measured, reading }) => [measured, reading.hrbpId]);
}
