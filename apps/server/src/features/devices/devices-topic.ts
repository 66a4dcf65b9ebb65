import type { LiveEvent } from '@varde/contract/events';
import type { LiveMessage } from '@varde/contract/live';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { LiveFeed, LiveTopic } from '#platform/live/topic.ts';
import { withoutPlace } from './hidden-place.ts';
import { changedDevices, latestRev } from './store.ts';

type Message = LiveMessage<'devices'>;
type Change = Message['changes'][number];

/**
 * Numbers are handed out in order, but transactions that run side by side commit in any order: one that is still open
 * while the list is read may then commit with lower numbers than the list promises. Catching up therefore begins this
 * much earlier, which repeats rows and misses none as long as no transaction changes more devices than this, nor stays
 * open while others change that many. Whoever changes more devices at once splits the work.
 */
export const catchUpOverlap = 1_000;
/** With more changes than this it is cheaper to fetch the list again, page by page. */
export const catchUpLimit = 2_000;

/**
 * `/topic/devices`: changes of the devices that the subscriber may see, without their places: those are on each device's
 * own topic, where every look is recorded.
 */
export function devicesTopic(db: Database): LiveTopic<'devices'> {
  return {
    name: 'devices',
    open: async (caller) => (caller.mayAnywhere('DEVICE_LIST') ? devicesFeed(db, caller) : null),
  };
}

function devicesFeed(db: Database, caller: Caller): LiveFeed<Message> {
  const changes = new Map<number, Change>();
  const removed = new Set<number>();
  let highest = 0;
  return {
    urgent: false,
    first: (since) => (since === null ? Promise.resolve(null) : catchUp(db, caller, since)),
    take(event) {
      if (event.type !== 'device') return false;
      const { deviId } = event;
      if (caller.may('DEVICE_LIST', event.custId)) {
        changes.set(deviId, merged(changes.get(deviId), withoutPlace(event.change)));
        removed.delete(deviId);
      } else if (left(caller, event)) {
        changes.delete(deviId);
        removed.add(deviId);
      } else return false;
      highest = Math.max(highest, event.change.rev);
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

/** Events of several processes may come in any order: the later change wins field by field. */
function merged(known: Change | undefined, change: Change): Change {
  if (known === undefined) return change;
  return known.rev > change.rev ? { ...change, ...known } : { ...known, ...change };
}

async function catchUp(db: Database, caller: Caller, since: number): Promise<Message | null> {
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
  return {
    rev,
    changes: rows.map(({ device, custName }) => withoutPlace(presentDeviceRow(device, custName))),
  };
}
