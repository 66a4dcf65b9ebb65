import type { WarningFlag } from '@varde/catalogue/warning-flags';
import { eq, type SQL, sql } from 'drizzle-orm';
import { customers, devices } from '#platform/schema.ts';
import type { Batch, TrackedDevice } from '../batch.ts';
import { jsonRows } from '../json-rows.ts';

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
  const byIdentity = sql`(${devices.protocol}, ${devices.identity}) in (
    select protocol, identity from json_to_recordset(${jsonRows(identities)}) as wanted (protocol text, identity text))`;
  const rows = await batch.tx
    .select({ device: devices, custName: customers.firmName })
    .from(devices)
    .innerJoin(customers, eq(customers.custId, devices.custId))
    .where(batch.woken.size === 0 ? byIdentity : sql`(${byIdentity}) or ${isOneOf([...batch.woken])}`)
    .orderBy(devices.deviId)
    .for('update', { of: devices });
  for (const { device, custName } of rows) {
    const connectionId = batch.connections.current(device.deviId);
    const flags = new Set(device.flags as WarningFlag[]);
    const now = { ...device };
    batch.devices.set(device.deviId, {
      before: device,
      now,
      flags,
      custName,
      connectionId,
      offerSettled: false,
      changed: false,
    });
  }
}

function isOneOf(deviIds: readonly number[]): SQL {
  return sql`${devices.deviId} in (select value::int from json_array_elements_text(${jsonRows(deviIds)}))`;
}

const keyOfDevice = ({ before }: TrackedDevice) => keyOf(before.protocol, before.identity);
const keyOf = (protocol: string, identity: string) => `${protocol}\n${identity}`;
