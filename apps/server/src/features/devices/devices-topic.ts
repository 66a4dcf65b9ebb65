import { type DeviceFilter, deviceFilter, type PlacedDevice } from '@varde/contract/devices';
import type { LiveEvent } from '@varde/contract/events';
import type { LiveMessage } from '@varde/contract/live';
import { actionsByOwner } from '#domain/commands/actions-on.ts';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import type { Caller, Scope } from '#platform/http/caller.ts';
import type { LiveFeed, LiveTopic } from '#platform/live/topic.ts';
import { abilitiesByCustomer } from './device-abilities.ts';
import { withoutPlace } from './hidden-place.ts';
import { passesFilter } from './passes-filter.ts';
import { changedDevices, latestRev } from './store.ts';
import { askedScope } from './store-list.ts';

type Message = LiveMessage<'devices'>;
type Change = Message['changes'][number];

/**
 * Numbers are handed out in order, but transactions that run side by side commit in any order: one that is still open
 * while the list is read may then commit with lower numbers than the list promises. Catching up therefore begins this
 * much earlier, which repeats rows and misses none as long as no transaction changes more devices than this, nor stays
 * open while others change that many. Work on more devices is split into transactions.
 */
export const catchUpOverlap = 1_000;
/** With more changes than this it is cheaper to fetch the list again, page by page. */
export const catchUpLimit = 2_000;

/**
 * `/topic/devices`: changes of the devices that the subscriber may see and asks for, without their places: those are on
 * each device's own topic, where every look is recorded.
 */
export function devicesTopic(db: Database): LiveTopic<'devices'> {
  return {
    name: 'devices',
    async open(caller, _params, query) {
      if (!caller.mayAnywhere('DEVICE_LIST')) return null;
      const asked = filterOf(query);
      const scope = await askedScope(db, caller.scopeOf('DEVICE_LIST'), asked);
      return devicesFeed(db, caller, viewOf(caller, scope, asked));
    },
  };
}

function filterOf(query: string): DeviceFilter {
  const parsed = deviceFilter.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (parsed.success) return parsed.data;
  throw new AppError('validationFailed', [{ path: 'query', message: 'is no filter of devices' }]);
}

/** What a subscriber sees of a device; null: it does not belong to the list. */
type View = (device: PlacedDevice) => Change | null;

function viewOf(caller: Caller, scope: Scope, asked: DeviceFilter): View {
  const customers = scope === 'all' ? null : new Set(scope);
  const passes = passesFilter(asked);
  const abilitiesOf = abilitiesByCustomer(caller);
  const actionsOf = actionsByOwner(caller);
  return (device) => {
    const { ownedByCustId, dehaId } = device;
    const isSeen = customers === null || customers.has(ownedByCustId);
    if (!isSeen || !passes(device)) return null;
    const actions = actionsOf({ custId: ownedByCustId, dehaId });
    return { ...withoutPlace(device), abilities: abilitiesOf(ownedByCustId), actions };
  };
}

function devicesFeed(db: Database, caller: Caller, view: View): LiveFeed<Message> {
  const changes = new Map<number, Change>();
  const removed = new Set<number>();
  /**
   * The `rev` with which a device left: what is told later and happened before does not bring it back. As many as
   * catching up goes back, the newest.
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
      const seen = view(device);
      if (seen === null) {
        changes.delete(deviId);
        removed.add(deviId);
        leave(device);
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
      changes.clear();
      removed.clear();
      return message;
    },
  };
}

/** The device moved out of the subscriber's sight. */
function left(caller: Caller, { previousCustId }: Extract<LiveEvent, { type: 'device' }>): boolean {
  return previousCustId !== undefined && caller.may('DEVICE_LIST', previousCustId);
}

async function catchUp(db: Database, caller: Caller, view: View, since: number): Promise<Message | null> {
  const rev = await latestRev(db);
  // A number that is still to come: the database was restored from a backup, so nothing the browser has is certain.
  if (since > rev) return { rev, changes: [], reset: true };
  const rows = await changedDevices(
    db,
    caller.scopeOf('DEVICE_LIST'),
    since - catchUpOverlap,
    catchUpLimit + 1,
  );
  if (rows.length > catchUpLimit) return { rev, changes: [], reset: true };
  if (rows.length === 0) return null;
  const devices = rows.map(({ device, custName }) => presentDeviceRow(device, custName));
  const seen = devices.map((device) => ({ deviId: device.deviId, change: view(device) }));
  return {
    rev,
    changes: seen.flatMap(({ change }) => change ?? []),
    removed: seen.flatMap(({ deviId, change }) => (change === null ? deviId : [])),
  };
}
