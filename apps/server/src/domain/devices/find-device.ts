import { and, eq } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import type { Scope } from '#platform/http/caller.ts';
import { withinScope } from '#platform/scope-condition.ts';
import type { DeviceRecord } from './device-row.ts';
import { devices } from './tables.ts';

/** The device, or undefined when it does not exist or is out of scope. */
export async function findDevice(
  db: Database,
  scope: Scope,
  deviId: number,
): Promise<DeviceRecord | undefined> {
  const [device] = await db.select().from(devices).where(withId(scope, deviId));
  return device;
}

/**
 * The same, locked until the transaction ends, as processing locks it. The device comes before its alarms, commands and
 * settings: those who take several locks in one order never wait in a circle.
 */
export async function lockDevice(
  tx: Database,
  scope: Scope,
  deviId: number,
): Promise<DeviceRecord | undefined> {
  const [device] = await tx.select().from(devices).where(withId(scope, deviId)).for('update');
  return device;
}

const withId = (scope: Scope, deviId: number) =>
  and(eq(devices.deviId, deviId), withinScope(devices.custId, scope));
