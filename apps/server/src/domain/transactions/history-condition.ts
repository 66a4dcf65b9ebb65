import type { Policy } from '@varde/catalogue/permissions';
import { type AnyColumn, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Caller } from '#platform/caller.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { latestFirst } from '../devices/assignments.ts';

/** A row of a device's history. */
interface History {
  /** One device, or the column with each row's device. */
  deviId: number | AnyColumn;
  /** The customer that had the device at the time. */
  custId: AnyColumn;
  /** Assignment of the row. Null: `time` decides. */
  assignmentId: AnyColumn;
  /** Time of receipt or of the event, whichever is earlier: a device may send a backlog. */
  time: SQLWrapper;
}

/**
 * WHERE condition for the part of a device's history that the caller may see: the latest assignment to one of the
 * caller's customers. ACCESS_TO_ALL opens earlier ones of the same customer. `maySeeLive` is the same rule.
 */
export function withinHistory(caller: Caller, policy: Policy, history: History): SQL | undefined {
  const { deviId, custId, assignmentId, time } = history;
  const full = caller.scopeOf('ACCESS_TO_ALL');
  if (full === 'all') return undefined;
  const mine = withinScope(sql`a.cust_id`, caller.scopeOf(policy)) ?? sql`true`;
  // Evaluated once for a query, not once for each row.
  const latest = (column: SQL) =>
    sql`(select ${column} from device_assignments a where a.devi_id = (${deviId})::int and ${mine} order by ${latestFirst} limit 1)`;
  return or(
    sql`coalesce(${assignmentId} = ${latest(sql`a.assignment_id`)}, ${time} >= ${latest(sql`a.begins_at`)})`,
    withinScope(custId, full),
  );
}

/**
 * Whether the caller may see a live event of a customer's period, given the customers that received the device since.
 */
export function maySeeLive(
  caller: Caller,
  policy: Policy,
  { custId, laterCustIds }: { custId: number; laterCustIds: readonly number[] },
): boolean {
  if (!caller.may(policy, custId)) return false;
  return caller.may('ACCESS_TO_ALL', custId) || !laterCustIds.some((later) => caller.may(policy, later));
}
