import type { IdentityName } from '@varde/contract/events';
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { jsonText, parseRows } from '#platform/database/json-rows.ts';
import { idsNamed, jsonNamed, prepared } from '#platform/database/prepared.ts';
import type { DeviceRecord } from './device-row.ts';
import { type Belongings, belongingsOf, identitiesNamed } from './identities.ts';
import { devices } from './tables.ts';

export interface LockedDevice extends Belongings {
  device: DeviceRecord;
  custName: string;
}

/** A device that another transaction holds, with those of the given names that are its own. */
export interface BusyDevice {
  deviId: number;
  names: IdentityName[];
}

/**
 * Locks the devices with these identities or numbers until the transaction ends, as far as no other transaction holds
 * them: it waits for none. A twin that sends may change what the other unit of its pair knows of it (`tellTwins`), so
 * that one is locked with it, or both are busy.
 */
export async function lockDevices(
  tx: Database,
  names: readonly IdentityName[],
  deviIds: ReadonlySet<number>,
): Promise<{ locked: LockedDevice[]; busy: BusyDevice[] }> {
  const { wanted, free } = await lockFree(tx, names, deviIds);
  const freeIds = new Set(free.map(({ deviId }) => deviId));
  const sending = Map.groupBy(wanted, ({ deviId }) => deviId);
  const isAlone = ({ deviId, twinDevice }: DeviceRecord) =>
    twinDevice !== null && !freeIds.has(twinDevice) && namesOf(sending.get(deviId)).length > 0;
  const usable = free.filter((device) => sending.has(device.deviId) && !isAlone(device));
  // A statement of its own, since the one with the lock sees other rows as they were before it had them.
  const belongings = await belongingsOf(
    tx,
    usable.map(({ deviId }) => deviId),
  );
  const locked = usable.map(({ firm_name: custName, ...device }) => {
    const its = belongings.get(device.deviId);
    if (its === undefined) throw new Error(`device ${device.deviId} is gone while it is locked`);
    return { device, custName, ...its };
  });
  const busy = [...sending]
    .filter(([deviId]) => !belongings.has(deviId))
    .map(([deviId, its]) => ({ deviId, names: namesOf(its) }));
  return { locked, busy };
}

interface Wanted {
  deviId: number;
  /** Null: it is wanted by its number. */
  protocol: string | null;
  identity: string | null;
  /** Of a sender. */
  twinId: number | null;
}

/** One statement: of what it has locked, it returns the rows as they are now. */
async function lockFree(tx: Database, names: readonly IdentityName[], deviIds: ReadonlySet<number>) {
  const [found] = await findAndLock(tx, { names: jsonText(names), deviIds: [...deviIds] });
  const wanted: Wanted[] = JSON.parse(found?.wanted ?? '[]');
  const free = parseRows<typeof devices, { firm_name: string }>(devices, found?.free ?? null);
  return { wanted, free };
}

const findAndLock = prepared<Record<'wanted' | 'free', string | null>>(
  'lock_devices',
  // The customer's name by subquery: a join would lose a device whose customer has changed meanwhile.
  sql`with wanted as materialized (
      select d.devi_id as "deviId", i.protocol, i.identity, d.twin_device as "twinId"
        from ${identitiesNamed(jsonNamed('names'))} i join devices d on d.devi_id = i.devi_id
      union all select devi_id, null, null, null from devices where devi_id = any(${idsNamed('deviIds')})),
    free as materialized (
      select devices.*, (select firm_name from customers c where c.cust_id = devices.cust_id) as firm_name
      from devices where devi_id = any(array(select "deviId" from wanted union select "twinId" from wanted))
      order by devi_id for no key update of devices skip locked)
    select (select json_agg(wanted)::text from wanted) as wanted, (select json_agg(free)::text from free) as free`,
);

const namesOf = (its: readonly Wanted[] = []): IdentityName[] =>
  its.flatMap(({ protocol, identity }) => (protocol === null || identity === null ? [] : [{ protocol, identity }]));
