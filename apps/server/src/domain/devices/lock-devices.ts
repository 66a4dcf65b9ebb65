import type { IdentityName } from '@varde/contract/events';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { jsonRows, selectRows } from '#platform/json-rows.ts';
import type { DeviceRecord } from './device-row.ts';
import { type Belongings, belongingsOf, identitiesNamed } from './identities.ts';
import { devices } from './tables.ts';

export interface LockedDevice extends Belongings {
  device: DeviceRecord;
  custName: string;
}

/**
 * Locks the devices with these identities or numbers until the transaction ends, in ascending order of their numbers,
 * so that transactions that lock several do not deadlock.
 */
export async function lockDevices(
  tx: Database,
  names: readonly IdentityName[],
  deviIds: ReadonlySet<number>,
): Promise<LockedDevice[]> {
  const rows = await selectRows<typeof devices, { firm_name: string }>(
    tx,
    devices,
    // The name by subquery: a join would lose a device whose customer changes while this waits for the lock.
    sql`select devices.*, (select firm_name from customers c where c.cust_id = devices.cust_id) as firm_name from devices
        where devices.devi_id in (
          select devi_id from ${identitiesNamed(names)} named
          union select value::int from json_array_elements_text(${jsonRows([...deviIds])}))
        order by devices.devi_id
        for update of devices`,
  );
  // A separate statement, since one that waited for a lock still sees these as they were before.
  const belongings = await belongingsOf(
    tx,
    rows.map(({ deviId }) => deviId),
  );
  return rows.map(({ firm_name: custName, ...device }) => {
    const its = belongings.get(device.deviId);
    if (its === undefined) throw new Error(`device ${device.deviId} is gone while it is locked`);
    return { device, custName, ...its };
  });
}

/** Locks the devices with these serial numbers in the same order, for a transaction that changes them one by one. */
export async function lockSerials(tx: Database, serials: readonly string[]): Promise<void> {
  await tx
    .select({ deviId: devices.deviId })
    .from(devices)
    .where(and(inArray(devices.deviceSerialNumber, [...serials]), isNull(devices.deletedAt)))
    .orderBy(devices.deviId)
    .for('update');
}
