import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';

/** The time in which a device is one wearer's, at one customer. */
export interface Assignment {
  assignmentId: number;
  custId: number;
  /** Unix milliseconds; `-Infinity` for the first one of a device. The beginning belongs to it. */
  beginsAt: number;
}

/** The order of a device's assignments, latest first. */
export const latestFirst = sql`a.begins_at desc, a.assignment_id desc`;

/** The latest assignment of a device to a customer: what the server itself notes for that customer belongs to it. */
export const latestAssignmentOf = (deviId: SQLWrapper | number, custId: SQLWrapper | number): SQL =>
  sql`(select a.assignment_id from device_assignments a
    where a.devi_id = ${deviId} and a.cust_id = ${custId} order by ${latestFirst} limit 1)`;

/** The assignments of these devices, latest first: the first one of each device is the present one. */
export async function assignmentsOf(
  db: Database,
  deviIds: readonly number[],
): Promise<Map<number, Assignment[]>> {
  const rows = await queryRows<Omit<Assignment, 'beginsAt'> & { deviId: number; beginsAt: number | null }>(
    db,
    sql`select a.devi_id as "deviId", a.assignment_id as "assignmentId", a.cust_id as "custId",
        (extract(epoch from nullif(a.begins_at, '-infinity')) * 1000)::float8 as "beginsAt"
      from device_assignments a where a.devi_id = any(${sql.param([...deviIds])}::int[]) order by ${latestFirst}`,
  );
  const assignments = rows.map(({ beginsAt, ...row }) => ({ ...row, beginsAt: beginsAt ?? -Infinity }));
  return Map.groupBy(assignments, ({ deviId }) => deviId);
}

/** To which of a device's assignments (latest first) a moment belongs, in Unix milliseconds. */
export function assignmentAt(assignments: readonly Assignment[], at: number): Assignment {
  const found = assignments.find(({ beginsAt }) => beginsAt <= at) ?? assignments.at(-1);
  if (found === undefined) throw new RangeError('a device without an assignment');
  return found;
}

/** Customers that were given the device after this assignment had begun. */
export function laterCustomers(assignments: readonly Assignment[], assignmentId: number | null): number[] {
  const index = assignments.findIndex((assignment) => assignment.assignmentId === assignmentId);
  return assignments.slice(0, Math.max(0, index)).map(({ custId }) => custId);
}
