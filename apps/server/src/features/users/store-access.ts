import { and, eq, isNull } from 'drizzle-orm';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';

/** The customer for which a user's rights are explained. */
export interface Place {
  custId: number;
  /** From the root of the tree to the customer itself. */
  path: number[];
  device: { deviId: number; deviceName: string; deviceSNNum: string } | null;
}

export async function findCustomerPlace(db: Database, scope: Scope, custId: number): Promise<Place | undefined> {
  const [row] = await db
    .select({ custId: customers.custId, path: customers.path })
    .from(customers)
    .where(and(eq(customers.custId, custId), withinScope(customers.custId, scope)));
  return row && { ...row, device: null };
}

export async function findDevicePlace(db: Database, scope: Scope, serial: string): Promise<Place | undefined> {
  const device = {
    deviId: devices.deviId,
    deviceName: devices.deviceName,
    deviceSNNum: devices.deviceSerialNumber,
  };
  const [row] = await db
    .select({ custId: customers.custId, path: customers.path, device })
    .from(devices)
    .innerJoin(customers, eq(customers.custId, devices.custId))
    .where(and(eq(devices.deviceSerialNumber, serial), isNull(devices.deletedAt), withinScope(devices.custId, scope)));
  return row;
}

export async function namesOf(db: Database, custIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ custId: customers.custId, firmName: customers.firmName })
    .from(customers)
    .where(withinScope(customers.custId, custIds));
  return new Map(rows.map(({ custId, firmName }) => [custId, firmName]));
}
