import { inArray, sql } from 'drizzle-orm';
import { customers } from '#domain/customers/tables.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * The customer of a device and those above it at which the caller may share geofences, its own first. Private users share
 * none (specification 2, section 6).
 */
export async function customersToShareWith(
  db: Database,
  custId: number,
  { acting, isPrivate }: Caller,
): Promise<{ custId: number; firmName: string }[]> {
  if (isPrivate) return [];
  const [owner] = await db.select({ path: customers.path }).from(customers).where(sql`cust_id = ${custId}`);
  const able = (owner?.path ?? []).filter((above) => acting.may('CUSTOMER_GEOFENCE', above));
  if (able.length === 0) return [];
  return db
    .select({ custId: customers.custId, firmName: customers.firmName })
    .from(customers)
    .where(inArray(customers.custId, able))
    .orderBy(sql`cardinality(${customers.path}) desc`);
}
