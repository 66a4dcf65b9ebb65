import type { IdentityName } from '@varde/contract/events';
import { sql } from 'drizzle-orm';
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
 * The devices with these identities or numbers, locked until the transaction ends, in the order of their numbers: two
 * who lock several do not deadlock.
 */
export async function lockDevices(
  tx: Database,
  names: readonly IdentityName[],
  deviIds: ReadonlySet<number>,
): Promise<LockedDevice[]> {
  const rows = await selectRows<typeof devices, { firm_name: string }>(
    tx,
    devices,
    // The name in a subquery: a join would lose a device whose customer changes while this waits for the lock.
    sql`select devices.*, (select firm_name from customers c where c.cust_id = devices.cust_id) as firm_name from devices
        where devices.devi_id in (
          select devi_id from ${identitiesNamed(names)} named
          union select value::int from json_array_elements_text(${jsonRows([...deviIds])}))
        order by devices.devi_id
        for update of devices`,
  );
  // In a statement of its own: one that had to wait for a lock sees these as they were before.
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
