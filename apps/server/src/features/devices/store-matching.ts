import type { DeviceFilter, DeviceListQuery } from '@varde/contract/devices';
import { and, eq, isNull, not, or, type SQL } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { askedBy } from './list-filters.ts';
import type { Selection } from './selection.ts';
import { hasOther, other, sorts } from './store-sorts.ts';

/**
 * The rows of a device list, one for each entry: a device, or either unit of a pair of twins (decision 0016). Some
 * conditions are about the entry, the others hold for a pair when they hold for one of its units.
 */
export function matching(selection: Selection, query: Omit<DeviceListQuery, 'cursor' | 'limit'>): SQL | undefined {
  const { scope, unreached, now } = selection;
  const asked = askedBy(query);
  const matches = and(...asked.map(({ unit }) => unit?.(devices, now)));
  const otherMatches = and(...asked.map(({ unit }) => unit?.(other, now)));
  const { unit } = sorts[query.sort];
  const isListed = and(withinScope(devices.custId, scope), isNull(devices.deletedAt));
  const entry = and(isListed, ...asked.map(({ entry: of }) => of?.(unreached)));
  const isClone = eq(devices.twin, 'CLONE');
  if (matches === undefined || otherMatches === undefined) return and(entry, unit ?? not(isClone));
  if (unit !== null) return and(entry, unit, or(matches, hasOther(otherMatches)));
  return and(entry, matches, or(not(isClone), not(hasOther(otherMatches))));
}

/** Every unit that the filters find by itself, of a pair of twins both: each has a place of its own. */
export function matchingUnits({ scope, unreached, now }: Selection, filter: DeviceFilter): SQL | undefined {
  const asked = askedBy(filter);
  return and(
    withinScope(devices.custId, scope),
    isNull(devices.deletedAt),
    ...asked.flatMap(({ unit, entry }) => [unit?.(devices, now), entry?.(unreached)]),
  );
}
