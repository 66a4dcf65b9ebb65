import { and, eq, isNull, or } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { type WorkScope, withinScope } from '#platform/database/scope-condition.ts';
import type { DeviceRecord } from './device-row.ts';
import { devices } from './tables.ts';

/** The device, or undefined when it does not exist or is out of scope. */
export async function findDevice(db: Database, scope: Scope, deviId: number): Promise<DeviceRecord | undefined> {
  const [device] = await db.select().from(devices).where(withId(scope, deviId));
  return device;
}

/** `findDevice` by its serial number. */
export async function findDeviceBySerial(
  db: Database,
  scope: Scope,
  serial: string,
): Promise<DeviceRecord | undefined> {
  const isIt = and(
    eq(devices.deviceSerialNumber, serial),
    isNull(devices.deletedAt),
    withinScope(devices.custId, scope),
  );
  const [device] = await db.select().from(devices).where(isIt);
  return device;
}

/**
 * `findDevice` with a lock until the transaction ends, as in processing. Lock the device before its alarms, commands
 * and settings: one lock order prevents deadlocks.
 */
export async function lockDevice(tx: Database, scope: Scope, deviId: number): Promise<DeviceRecord | undefined> {
  const [device] = await tx.select().from(devices).where(withId(scope, deviId)).for('no key update');
  return device;
}

/**
 * `lockDevice` that also locks the other unit of a pair, for changes that the other one is told of (`tellTwins`). The
 * server's own work finds deleted devices too.
 */
export async function lockWithTwin(tx: Database, scope: WorkScope, deviId: number): Promise<DeviceRecord | undefined> {
  const rows = await tx
    .select()
    .from(devices)
    .where(
      and(
        or(eq(devices.deviId, deviId), eq(devices.twinDevice, deviId)),
        scope === 'server' ? undefined : and(isNull(devices.deletedAt), withinScope(devices.custId, scope)),
      ),
    )
    .orderBy(devices.deviId)
    .for('no key update');
  return rows.find((device) => device.deviId === deviId);
}

/** A device and its twin, as they are by now in a transaction that has locked them. */
export const unitsOf = (tx: Database, deviId: number): Promise<DeviceRecord[]> =>
  tx
    .select()
    .from(devices)
    .where(or(eq(devices.deviId, deviId), eq(devices.twinDevice, deviId)))
    .orderBy(devices.deviId);

/** `lockDevice` that also finds a deleted device, whose alarms can still be handled. */
export async function lockAlsoDeleted(tx: Database, deviId: number): Promise<DeviceRecord | undefined> {
  const [device] = await tx.select().from(devices).where(eq(devices.deviId, deviId)).for('no key update');
  return device;
}

const withId = (scope: Scope, deviId: number) =>
  and(eq(devices.deviId, deviId), isNull(devices.deletedAt), withinScope(devices.custId, scope));
