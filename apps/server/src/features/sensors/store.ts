import type { sensorsForUser } from '@varde/contract/sensors';
import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { devices } from '#domain/devices/tables.ts';
import { isSensorWith } from '#domain/sensors/sensor-words.ts';
import { sensors } from '#domain/sensors/tables.ts';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { cursorId, decodeCursor, pageOf } from '#platform/http/cursor.ts';

const position = z.tuple([cursorId, cursorId]);

/** A page of the sensors of the devices in scope, by device. Sensors without a name that units only heard are left out. */
export async function pageOfSensors(
  db: Database,
  scope: Scope,
  { search, deviIds, cursor, limit }: z.output<typeof sensorsForUser.query>,
) {
  const { deviId, custId, deviceName, deviceSerialNumber, deletedAt } = devices;
  const rows = await db
    .select({ deseId: sensors.deseId, deviId, custId, deviceName, deviceSNNum: deviceSerialNumber })
    .from(sensors)
    .innerJoin(devices, eq(deviId, sensors.deviId))
    .where(
      and(
        isNull(deletedAt),
        withinScope(custId, scope),
        or(sensors.saved, ne(sensors.name, '')),
        search ? isSensorWith(sensors.deseId, search) : undefined,
        deviIds === undefined ? undefined : sql`${deviId} = any(${sql.param(deviIds.split(','))}::bigint[])`,
        after(cursor),
      ),
    )
    .orderBy(asc(sensors.deviId), asc(sensors.deseId))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ deviId, deseId }) => [deviId, deseId]);
}

function after(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [deviId, deseId] = decodeCursor(cursor, position);
  return sql`(${sensors.deviId}, ${sensors.deseId}) > (${deviId}::int, ${deseId}::int)`;
}
