import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '#platform/caller.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { withinHistory } from './history-condition.ts';
import { transactions } from './tables.ts';

const policy = 'DEVICE_TRANSACTION_LOG';
const { custId, assignmentId, recTs, deviceTime, historical } = transactions;
/** For rows without an assignment: a backlog belongs to the time at which its contents happened. */
const time = sql`case when ${historical} then least(${recTs}, ${deviceTime}) else ${recTs} end`;

/** The part of the log of a device, or of the device of each row, that the caller may see. */
export function seenInLog(caller: Caller, deviId: number | AnyColumn): SQL | undefined {
  return and(
    withinScope(custId, caller.scopeOf(policy)),
    withinHistory(caller, policy, { deviId, custId, assignmentId, time }),
  );
}
