import type { IdentityName } from '@varde/contract/events';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { jsonRows, selectRows } from '#platform/json-rows.ts';
import type { DeviceRecord } from './device-row.ts';
import { type Belongings, belongingsOf, identitiesNamed, textOfName } from './identities.ts';
import { devices } from './tables.ts';

export interface LockedDevice extends Belongings {
  device: DeviceRecord;
  custName: string;
}

/**
 * Locks the devices with these identities or numbers until the transaction ends, in ascending order of their numbers,
 * so that transactions that lock several do not deadlock. A twin that sends may change what the other unit of its pair
 * knows of it (`tellTwins`), so that one is locked with it.
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
          with senders as materialized (select devi_id from ${identitiesNamed(names)} named)
          select devi_id from senders
          union select t.devi_id from senders join devices t on t.twin_device = senders.devi_id
          union select value::int from json_array_elements_text(${jsonRows([...deviIds])}))
        order by devices.devi_id
        for update of devices`,
  );
  // A separate statement, since one that waited for a lock still sees these as they were before.
  const belongings = await belongingsOf(
    tx,
    rows.map(({ deviId }) => deviId),
  );
  const wanted = new Set(names.map(textOfName));
  return rows.flatMap(({ firm_name: custName, ...device }) => {
    const its = belongings.get(device.deviId);
    if (its === undefined) throw new Error(`device ${device.deviId} is gone while it is locked`);
    const isSender = its.identities.some((identity) => wanted.has(textOfName(identity)));
    return isSender || deviIds.has(device.deviId) ? [{ device, custName, ...its }] : [];
  });
}
