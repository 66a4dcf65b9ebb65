import type { DeviceFilter } from '@varde/contract/devices';
import { askedScope } from '#domain/customers/asked-scope.ts';
import { findUnreached, type Unreached } from '#domain/notifications/unreached.ts';
import type { WorkingChannels } from '#domain/notifications/working-channels.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { askedBy } from './list-filters.ts';

/** What a filter of devices needs to know besides the devices themselves. */
export interface Selection {
  scope: Scope;
  /** Null: not asked for. */
  unreached: Unreached | null;
  /** Unix milliseconds. */
  now: number;
}

/** `now`: Unix milliseconds. */
interface Moment {
  now: number;
  working: WorkingChannels;
}

export async function selectionOf(
  db: Database,
  caller: Caller,
  filter: DeviceFilter,
  moment: Moment,
): Promise<Selection> {
  return selectionWithin(db, await listedScope(db, caller, filter), filter, moment);
}

export async function selectionWithin(
  db: Database,
  scope: Scope,
  filter: DeviceFilter,
  { now, working }: Moment,
): Promise<Selection> {
  const reach = { at: new Date(now), working };
  const unreached = filter.reachesNobody === undefined ? null : await findUnreached(db, scope, reach);
  return { scope, unreached, now };
}

/**
 * The customers of a list. Whether an alarm reaches anybody is shown only where the caller may see notification lists,
 * and devices are found by their sensors only where the caller may see these.
 */
export function listedScope(db: Database, caller: Caller, filter: DeviceFilter): Promise<Scope> {
  let scope = caller.scopeOf('DEVICE_LIST');
  for (const { within } of askedBy(filter)) if (within) scope = common(scope, within(caller));
  return askedScope(db, scope, filter);
}

function common(some: Scope, others: Scope): Scope {
  if (some === 'all') return others;
  if (others === 'all') return some;
  const known = new Set(others);
  return some.filter((custId) => known.has(custId));
}
