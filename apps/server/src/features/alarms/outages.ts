import {
  type FailingDevice,
  type OutageKind,
  outageDevices,
  outageHoldsMs,
  outageKindKeys,
  outagesAmong,
  type PlacedCustomer,
} from '@varde/catalogue/outages';
import type { api } from '@varde/contract/api';
import { type SQL, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import type { Handlers } from '#platform/http/handlers.ts';

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
      const scope = caller.scopeOf('DEVICE_LIST');
      const failing = await failingDevices(db, scope, clock.now() - outageHoldsMs);
      if (failing.length === 0) return { outages: [] };
      const customers = await customersOf(db, scope, failing);
      const outages = outagesAmong(failing, customers).map((outage) => ({
        ...outage,
        custName: customers.get(outage.custId)?.custName ?? '',
      }));
      return { outages: outages.sort((a, b) => a.since - b.since || a.custId - b.custId) };
    },
  };
}

/** Reads only devices that failed lately: each kind has an index of its own. */
async function failingDevices(db: Database, scope: Scope, from: number): Promise<FailingDevice[]> {
  const inScope = withinScope(devices.custId, scope) ?? sql`true`;
  const lately = (kind: OutageKind) => sql`${failedAtColumns[kind]} >= to_timestamp(${from / 1000}::float8)`;
  const timesOf = (kind: OutageKind) =>
    sql`array_agg(case when ${lately(kind)} then floor(extract(epoch from ${failedAtColumns[kind]}) * 1000)::float8 end)`;
  const rows = await queryRows<{ custId: number } & Record<OutageKind, (number | null)[]>>(
    db,
    sql`select ${devices.custId} as "custId", ${timesOf('powerFailure')} as "powerFailure",
        ${timesOf('offline')} as "offline", ${timesOf('connectionLost')} as "connectionLost"
      from devices
      where (${sql.join(outageKindKeys.map(lately), sql` or `)}) and ${devices.deletedAt} is null and ${inScope}
      group by ${devices.custId}`,
  );
  return rows.flatMap(({ custId, powerFailure, offline, connectionLost }) =>
    powerFailure.map((_, at) => ({
      custId,
      failedAt: {
        powerFailure: powerFailure[at] ?? null,
        offline: offline[at] ?? null,
        connectionLost: connectionLost[at] ?? null,
      },
    })),
  );
}

interface NamedCustomer extends PlacedCustomer {
  custName: string;
}

/** The customers of these devices and those directly above them, within scope. */
async function customersOf(
  db: Database,
  scope: Scope,
  failing: readonly FailingDevice[],
): Promise<ReadonlyMap<number, NamedCustomer>> {
  const counts = [...Map.groupBy(failing, ({ custId }) => custId)].map(([id, some]) => ({
    id,
    count: some.length,
  }));
  // The size of an area is counted only where enough of it fails.
  const rows = await queryRows<NamedCustomer & { custId: number }>(
    db,
    sql`with failing as (
        select cust_id, parent_id, f.count as failing
        from json_to_recordset(${JSON.stringify(counts)}::json) as f (id int, count int)
        join customers on cust_id = f.id),
      areas as (
        select cust_id, sum(failing) as failing
        from (select cust_id, failing from failing union all select parent_id, failing from failing) a
        group by cust_id)
      select c.cust_id as "custId", c.firm_name as "custName", c.parent_id as "parentId",
        cardinality(c.path) as level, case when a.failing >= ${outageDevices} then (
          select count(*)::int from devices d join customers k on k.cust_id = d.cust_id
          where d.deleted_at is null and (k.cust_id = c.cust_id or k.parent_id = c.cust_id)) else 0 end as "areaDevices"
      from areas a join customers c on c.cust_id = a.cust_id
      where ${withinScope(sql`c.cust_id`, scope) ?? sql`true`}`,
  );
  return new Map(rows.map(({ custId, ...customer }) => [custId, customer]));
}
