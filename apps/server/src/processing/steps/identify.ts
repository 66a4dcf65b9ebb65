import type { WarningFlag } from '@varde/catalogue/warning-flags';
import { sql } from 'drizzle-orm';
import { assignmentsOf } from '#domain/devices/assignments.ts';
import { devices } from '#domain/devices/tables.ts';
import { jsonRows, selectRows } from '#platform/json-rows.ts';
import type { Batch } from '../batch.ts';
import type { TrackedDevice } from '../tracked-device.ts';

/**
 * Finds the devices behind the identities and locks them until the commit, in the order of their numbers: nobody
 * resets an alarm or edits a device while its state is worked out, and two who lock several do not deadlock.
 */
export async function identify(batch: Batch): Promise<void> {
  const wanted = new Map<string, { protocol: string; identity: string }>();
  for (const { uplink } of batch.entries) {
    const { protocol, identity } = uplink;
    if (identity !== null) wanted.set(keyOf(uplink.protocol, identity), { protocol, identity });
  }
  await load(batch, [...wanted.values()]);
  const byIdentity = new Map([...batch.devices.values()].map((device) => [keyOfDevice(device), device]));
  for (const entry of batch.entries) {
    const { protocol, identity } = entry.uplink;
    if (identity !== null) entry.device = byIdentity.get(keyOf(protocol, identity)) ?? null;
  }
}

async function load(batch: Batch, identities: { protocol: string; identity: string }[]): Promise<void> {
  const rows = await selectRows<typeof devices, { firm_name: string }>(
    batch.tx,
    devices,
    // The name in a subquery: a join would lose a device whose customer changes while this waits for the lock.
    sql`select devices.*, (select firm_name from customers c where c.cust_id = devices.cust_id) as firm_name from devices
        where devices.devi_id in (
          select devi_id from devices join json_to_recordset(${jsonRows(identities)})
            as wanted (protocol text, identity text) using (protocol, identity)
          union select value::int from json_array_elements_text(${jsonRows([...batch.woken])}))
        order by devices.devi_id
        for update of devices`,
  );
  // In a statement of its own: one that had to wait for a lock sees the assignments as they were before.
  const assignments = await assignmentsOf(
    batch.tx,
    rows.map(({ deviId }) => deviId),
  );
  for (const { firm_name: custName, ...device } of rows) {
    const [present, ...earlier] = assignments.get(device.deviId) ?? [];
    if (present === undefined) throw new Error(`device ${device.deviId} has no assignment`);
    const connectionId = batch.connections.current(device.deviId);
    const flags = new Set(device.flags as WarningFlag[]);
    const now = { ...device };
    batch.devices.set(device.deviId, {
      before: device,
      now,
      flags,
      custName,
      assignments: [present, ...earlier],
      connectionId,
      offerSettled: false,
      contestEnded: false,
      changed: false,
    });
  }
}

const keyOfDevice = ({ before }: TrackedDevice) => keyOf(before.protocol, before.identity);
const keyOf = (protocol: string, identity: string) => `${protocol}\n${identity}`;
