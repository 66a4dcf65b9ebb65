import { type DeviceFilter, deviceFilter, type PlacedDevice } from '@varde/contract/devices';
import type { LiveEvent } from '@varde/contract/events';
import type { LiveMessage } from '@varde/contract/live';
import { actionsByOwner } from '#domain/commands/actions-on.ts';
import { presentClone, presentDeviceRow } from '#domain/devices/device-row.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { unreachedAmong } from '#domain/notifications/unreached.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import type { Caller, Scope } from '#platform/http/caller.ts';
import type { LiveFeed, LiveTopic } from '#platform/live/topic.ts';
import { abilitiesByOwner } from './device-abilities.ts';
import { withoutPlace } from './hidden-place.ts';
import { passesFilter } from './passes-filter.ts';
import { listedScope } from './selection.ts';
import { changedDevices, latestRev } from './store.ts';
import { unreachedFeed } from './unreached-feed.ts';

type Message = LiveMessage<'devices'>;
type Change = Message['changes'][number];

/**
 * Revisions are assigned in order, but concurrent transactions commit in any order: one that is open while the list is
 * read may later commit with revisions lower than the list's `rev`. Catch-up therefore starts this many revisions
 * earlier. It repeats rows, and misses none as long as no transaction changes more devices than this, or stays open
 * while others change that many. Work on more devices is split into transactions.
 */
export const catchUpOverlap = 1_000;
/** Above this number of changes, fetching the list again page by page is cheaper. */
export const catchUpLimit = 2_000;

/**
 * `/topic/devices`: changes of the devices in the subscriber's scope and filter, without their places: those are on
 * each device's own topic, where every look is recorded.
 */
export function devicesTopic({ db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>): LiveTopic<'devices'> {
  return {
    name: 'devices',
    async open(caller, _params, query) {
      if (!caller.mayAnywhere('DEVICE_LIST')) return null;
      const asked = filterOf(query);
      const scope = await listedScope(db, caller, asked);
      const view = (isUnreached?: (deviId: number) => boolean) =>
        viewOf(caller, scope, passesFilter(asked, clock.now, isUnreached));
      if (asked.reachesNobody === undefined) return devicesFeed(db, caller, view());
      const seen = scope === 'all' ? null : new Set(scope);
      return unreachedFeed((isUnreached) => devicesFeed(db, caller, view(isUnreached)), {
        unreachedAmong: (deviIds) => unreachedAmong(db, deviIds, new Date(clock.now())),
        concerns: (custId) => seen === null || seen.has(custId),
        latestRev: () => latestRev(db),
      });
    },
  };
}

function filterOf(query: string): DeviceFilter {
  const parsed = deviceFilter.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (parsed.success) return parsed.data;
  throw new AppError('validationFailed', [{ path: 'query', message: 'is no filter of devices' }]);
}

type CloneChange = NonNullable<Message['clones']>[number];

/** A subscriber's view of a device. */
interface View {
  /** Null: not a row of the subscriber's list. */
  row(device: PlacedDevice): Change | null;
  /** As shown in the row of its master; null: not a clone, or not of a customer of the subscriber. */
  clone(device: PlacedDevice): CloneChange | null;
}

function viewOf(caller: Caller, scope: Scope, passes: ReturnType<typeof passesFilter>): View {
  const customers = scope === 'all' ? null : new Set(scope);
  const abilitiesOf = abilitiesByOwner(caller);
  const actionsOf = actionsByOwner(caller);
  const isSeen = ({ ownedByCustId }: PlacedDevice) => customers === null || customers.has(ownedByCustId);
  const row = (device: PlacedDevice): Change | null => {
    const { ownedByCustId, dehaId } = device;
    if (!isSeen(device) || device.twin === 'CLONE' || !passes(device)) return null;
    const actions = actionsOf({ custId: ownedByCustId, dehaId });
    return { ...withoutPlace(device), abilities: abilitiesOf(device), actions };
  };
  const clone = (device: PlacedDevice): CloneChange | null =>
    isSeen(device) && device.twin === 'CLONE' && device.deviceTwin !== null
      ? { masterDevice: device.deviceTwin.masterDevice, clone: presentClone(device) }
      : null;
  return { row, clone };
}

function devicesFeed(db: Database, caller: Caller, view: View): LiveFeed<Message> {
  const changes = new Map<number, Change>();
  const removed = new Set<number>();
  const clones = new Map<number, CloneChange>();
  /**
   * The `rev` at which each device left, so that a late event with a lower `rev` does not bring it back. Bounded to the
   * newest `catchUpOverlap` devices.
   */
  const leftAt = new Map<number, number>();
  const leave = ({ deviId, rev }: PlacedDevice) => {
    leftAt.delete(deviId);
    leftAt.set(deviId, rev);
    for (const oldest of leftAt.keys()) {
      if (leftAt.size <= catchUpOverlap) return;
      leftAt.delete(oldest);
    }
  };
  let highest = 0;
  const isOld = ({ deviId, rev }: PlacedDevice) =>
    rev <= (changes.get(deviId)?.rev ?? 0) || rev <= (leftAt.get(deviId) ?? 0);
  return {
    urgent: false,
    first: (since) => (since === null ? Promise.resolve(null) : catchUp(db, caller, view, since)),
    take(event) {
      if (event.type !== 'device' || !(caller.may('DEVICE_LIST', event.custId) || left(caller, event)))
        return false;
      const { deviId, device } = event;
      if (isOld(device)) return false;
      const seen = event.deleted ? null : view.row(device);
      if (seen === null) {
        changes.delete(deviId);
        removed.add(deviId);
        leave(device);
        const clone = event.deleted ? null : view.clone(device);
        if (clone !== null) clones.set(deviId, clone);
      } else {
        changes.set(deviId, seen);
        removed.delete(deviId);
        leftAt.delete(deviId);
      }
      highest = Math.max(highest, device.rev);
      return true;
    },
    flush() {
      const message: Message = { rev: highest, changes: [...changes.values()] };
      if (removed.size > 0) message.removed = [...removed];
      if (clones.size > 0) message.clones = [...clones.values()];
      changes.clear();
      removed.clear();
      clones.clear();
      return message;
    },
  };
}

/** Whether the device moved out of the subscriber's scope. */
function left(caller: Caller, { previousCustId }: Extract<LiveEvent, { type: 'device' }>): boolean {
  return previousCustId !== undefined && caller.may('DEVICE_LIST', previousCustId);
}

async function catchUp(db: Database, caller: Caller, view: View, since: number): Promise<Message | null> {
  const rev = await latestRev(db);
  // A `rev` that is not assigned yet: the database was restored from a backup, so the browser's data is invalid.
  if (since > rev) return { rev, changes: [], reset: true };
  const rows = await changedDevices(
    db,
    caller.scopeOf('DEVICE_LIST'),
    since - catchUpOverlap,
    catchUpLimit + 1,
  );
  if (rows.length > catchUpLimit) return { rev, changes: [], reset: true };
  if (rows.length === 0) return null;
  const seen = rows.map(({ device, custName }) => {
    const placed = presentDeviceRow(device, custName);
    const isDeleted = device.deletedAt !== null;
    return {
      deviId: device.deviId,
      change: isDeleted ? null : view.row(placed),
      clone: isDeleted ? null : view.clone(placed),
    };
  });
  return {
    rev,
    changes: seen.flatMap(({ change }) => change ?? []),
    removed: seen.flatMap(({ deviId, change }) => (change === null ? deviId : [])),
    clones: seen.flatMap(({ clone }) => clone ?? []),
  };
}
