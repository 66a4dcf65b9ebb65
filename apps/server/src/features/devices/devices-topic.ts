import { type DeviceFilter, deviceFilter } from '@varde/contract/devices';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { LiveTopic } from '#platform/live/topic.ts';
import { catchUp, type EntriesAmong } from './catch-up.ts';
import { devicesFeed } from './devices-feed.ts';
import { askedBy } from './list-filters.ts';
import { listView } from './list-view.ts';
import { MissedChanges } from './missed-changes.ts';
import { listedScope, selectionWithin } from './selection.ts';
import { latestRev } from './store.ts';
import { entriesAmong } from './store-list.ts';

/**
 * `/topic/devices`: changes of the devices in the subscriber's scope and filter, without their places: those are on
 * each device's own topic, where every look is recorded.
 */
export function devicesTopic({
  db,
  bus,
  clock,
  working,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock' | 'working'>): LiveTopic<'devices'> {
  const missed = new MissedChanges(bus);
  return {
    name: 'devices',
    async open(caller, _params, query) {
      if (!caller.mayAnywhere('DEVICE_LIST')) return null;
      const filter = filterOf(query);
      const scope = await listedScope(db, caller, filter);
      const seen = scope === 'all' ? null : new Set(scope);
      const isSeen = (custId: number) => seen === null || seen.has(custId);
      const view = listView(caller, scope, filter, clock.now);
      const among: EntriesAmong = async (entryIds, custIds) => {
        const selection = await selectionWithin(db, custIds.filter(isSeen), filter, {
          now: clock.now(),
          working,
        });
        return entriesAmong(db, selection, filter, entryIds);
      };
      const resets = askedBy(filter).flatMap(({ changedBy }) => changedBy ?? []);
      return devicesFeed({
        ...{ caller, view, entriesAmong: among },
        isResetBy: (event) => resets.some((changedBy) => changedBy(event).some(isSeen)),
        // What changes the list beside the devices has no history.
        catchUp: async (since) =>
          resets.length > 0 || (await missed.mayPrecede(since, () => latestRev(db)))
            ? { rev: await latestRev(db), changes: [], reset: true }
            : catchUp(db, caller, { view, entriesAmong: among }, since),
      });
    },
  };
}

function filterOf(query: string): DeviceFilter {
  const parsed = deviceFilter.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (parsed.success) return parsed.data;
  throw new AppError('validationFailed', [{ path: 'query', message: 'is no filter of devices' }]);
}
