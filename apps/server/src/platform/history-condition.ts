import type { Policy } from '@varde/catalogue/permissions';
import { type AnyColumn, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Caller } from './http/caller.ts';
import { withinScope } from './scope-condition.ts';

interface History {
  deviId: number;
  /** When it was received or happened, whichever is earlier: a device may keep things for long before it sends them. */
  time: SQLWrapper;
  /** The owner at the time. */
  custId: AnyColumn;
}

/**
 * The part of a WHERE that keeps a device's history within what the caller may see of it: since the beginning of the
 * latest assignment to one of the caller's customers. ACCESS_TO_ALL opens earlier ones of the same customer.
 */
export function withinHistory(caller: Caller, policy: Policy, history: History): SQL | undefined {
  const { deviId, time, custId } = history;
  const full = caller.scopeOf('ACCESS_TO_ALL');
  if (full === 'all') return undefined;
  const mine = withinScope(sql`a.cust_id`, caller.scopeOf(policy)) ?? sql`true`;
  return or(
    sql`${time} >= (select max(a.begins_at) from device_assignments a where a.devi_id = ${deviId}::int and ${mine})`,
    withinScope(custId, full),
  );
}
