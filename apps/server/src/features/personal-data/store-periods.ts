import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '#domain/devices/period.ts';
import type { Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';

export interface PeriodRow extends Period {
  custName: string;
  beginsAt: number | null;
  endsAt: number | null;
  erasedAt: number | null;
  /** The last ended period, of a customer that still has the device. */
  mayBearName: boolean;
  serial: string;
}

function selectPeriods(db: Database, scope: Scope, where: SQL): Promise<PeriodRow[]> {
  return queryRows(
    db,
    sql`select a.assignment_id as "assignmentId", a.devi_id as "deviId", a.cust_id as "custId",
        c.firm_name as "custName", d.device_serial_number as serial,
        a.begins_at::text as begins, coalesce(a.ends_at, 'infinity')::text as ends, a.ends_at is null as running,
        case when isfinite(a.begins_at) then (extract(epoch from a.begins_at) * 1000)::float8 end as "beginsAt",
        (extract(epoch from a.ends_at) * 1000)::float8 as "endsAt",
        (extract(epoch from a.erased_at) * 1000)::float8 as "erasedAt",
        coalesce(a.ends_at = (select max(l.ends_at) from device_assignments l where l.devi_id = a.devi_id), false)
          and ${withinScope(sql`d.cust_id`, scope) ?? sql`true`} as "mayBearName"
      from device_assignments a join devices d on d.devi_id = a.devi_id join customers c on c.cust_id = a.cust_id
      where ${where} and ${withinScope(sql`a.cust_id`, scope) ?? sql`true`}
      order by a.begins_at desc, a.assignment_id desc`,
  );
}

/** The periods of a device at these customers, latest first. */
export const listPeriods = (db: Database, scope: Scope, deviId: number): Promise<PeriodRow[]> =>
  selectPeriods(db, scope, sql`a.devi_id = ${deviId}`);

export async function findPeriod(db: Database, scope: Scope, assignmentId: number): Promise<PeriodRow | undefined> {
  const [period] = await selectPeriods(db, scope, sql`a.assignment_id = ${assignmentId}`);
  return period;
}
