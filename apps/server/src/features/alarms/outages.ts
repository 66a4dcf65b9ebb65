import {
  type OutageKind,
  outageDevices,
  outageHoldsMs,
  outageKindKeys,
  outageOf,
} from '@varde/catalogue/outages';
import type { api } from '@varde/contract/api';
import type { OutageOfCustomer } from '@varde/contract/outages';
import { type SQL, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { type Database, queryRows } from '#platform/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { withinScope } from '#platform/scope-condition.ts';

/** Since when a device fails; the trigger `devices_failed` writes it. */
const failedAtColumns: Record<OutageKind, SQL> = {
  powerFailure: sql`devices.power_failed_at`,
  offline: sql`devices.offline_at`,
  connectionLost: sql`devices.connection_lost_at`,
};

/** Failures that hit many devices of a customer at once, as one each. */
export function outageHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Pick<Handlers<(typeof api)['alarms']>, 'listOutages'> {
  return {
    async listOutages(_input, caller) {
      const inScope = withinScope(devices.custId, caller.scopeOf('DEVICE_LIST')) ?? sql`true`;
      const outages: OutageOfCustomer[] = [];
      for (const kind of outageKindKeys)
        outages.push(...(await outagesOf(db, kind, inScope, clock.now() - outageHoldsMs)));
      return { outages: outages.sort((a, b) => a.since - b.since || a.custId - b.custId) };
    },
  };
}

/** Reads only devices that failed lately: each kind has an index of its own. */
async function outagesOf(db: Database, kind: OutageKind, inScope: SQL, from: number) {
  const failedAt = failedAtColumns[kind];
  const rows = await queryRows<{ custId: number; custName: string; times: number[] }>(
    db,
    sql`select f.cust_id as "custId", c.firm_name as "custName", f.times
      from (
        select ${devices.custId} as cust_id,
          array_agg(floor(extract(epoch from ${failedAt}) * 1000)::float8) as times
        from devices
        where ${failedAt} >= to_timestamp(${from / 1000}::float8) and ${devices.deletedAt} is null and ${inScope}
        group by ${devices.custId} having count(*) >= ${outageDevices}
      ) f join customers c on c.cust_id = f.cust_id`,
  );
  return rows.flatMap(({ custId, custName, times }) => {
    const outage = outageOf(times);
    return outage === null ? [] : [{ kind, custId, custName, ...outage }];
  });
}
