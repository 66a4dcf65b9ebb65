import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import type { Scope } from '#platform/http/caller.ts';
import { withinScope } from '#platform/scope-condition.ts';
import type { DeviceRecord } from './device-row.ts';
import { devices } from './tables.ts';

/** The unit in scope with this serial number that is in stock, or at the customer `custId`. */
export async function findFreeUnit(
  db: Database,
  scope: Scope,
  serial: string,
  custId: number | null,
): Promise<DeviceRecord | undefined> {
  const isInStock = sql`exists (select from customers c where c.cust_id = ${devices.custId} and c.kind = 'stock')`;
  const [unit] = await db
    .select()
    .from(devices)
    .where(
      and(
        eq(devices.deviceSerialNumber, serial),
        isNull(devices.deletedAt),
        eq(devices.twin, 'NONE'),
        or(isInStock, custId === null ? undefined : eq(devices.custId, custId)),
        withinScope(devices.custId, scope),
      ),
    );
  return unit;
}
