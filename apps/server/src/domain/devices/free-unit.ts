import { and, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import type { DeviceRecord } from './device-row.ts';
import { devices } from './tables.ts';

/** Whether this customer is a stock: its units are not in use. */
export const isStock = (custId: number | SQLWrapper): SQL<boolean> =>
  sql`exists (select from customers c where c.cust_id = ${custId} and c.kind = 'stock')`;

/** The unit in scope with this serial number that is in stock, or at the customer `custId`. */
export async function findFreeUnit(
  db: Database,
  scope: Scope,
  serial: string,
  custId: number | null,
): Promise<DeviceRecord | undefined> {
  const [unit] = await db
    .select()
    .from(devices)
    .where(
      and(
        eq(devices.deviceSerialNumber, serial),
        isNull(devices.deletedAt),
        eq(devices.twin, 'NONE'),
        or(isStock(devices.custId), custId === null ? undefined : eq(devices.custId, custId)),
        withinScope(devices.custId, scope),
      ),
    );
  return unit;
}
