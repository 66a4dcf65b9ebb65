import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '#platform/caller.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { withinHistory } from './history-condition.ts';
import { transactions } from './tables.ts';

const policy = 'DEVICE_TRANSACTION_LOG';
const { custId, assignmentId, recTs, deviceTime, historical } = transactions;
/** For rows without an assignment: a backlog belongs to the time at which its contents happened. */
const time = sql`case when ${historical} then least(${recTs}, ${deviceTime}) else ${recTs} end`;

/**
 * The part of the log of a device, or of the device of each row, that the caller may see. As one value: PostgreSQL takes
 * the customers of a device's rows for those of all rows, expects next to nothing of several such conditions, and would
 * sort a whole log to find its latest rows.
 */
export function seenInLog(caller: Caller, deviId: number | AnyColumn): SQL | undefined {
  const seen = and(
    withinScope(custId, caller.scopeOf(policy)),
    withinHistory(caller, policy, { deviId, custId, assignmentId, time }),
  );
  return seen && sql`case when ${seen} then true else false end`;
}
