import type { PlacedDevice } from '@varde/contract/devices';
import type { LiveEvent } from '@varde/contract/events';
import type { LiveMessage } from '@varde/contract/live';
import type { Caller } from '#platform/caller.ts';
import type { LiveFeed } from '#platform/live/topic.ts';
import { catchUpOverlap, type EntriesAmong } from './catch-up.ts';
import { type Change, type CloneChange, entryOf, type ListView } from './list-view.ts';

type Message = LiveMessage<'devices'>;

interface DevicesFeedOptions {
  caller: Caller;
  view: ListView;
  entriesAmong: EntriesAmong;
  catchUp(since: number): Promise<Message | null>;
  /** Whether the list may have changed by something that no row of a device shows: all of it is fetched again. */
  isResetBy(event: LiveEvent): boolean;
}

/**
 * Changes of the devices of one list. Where the row of a device does not say whether it belongs to the list, the
 * database is asked before the message: with the query of the list, so that both always agree.
 */
export function devicesFeed(options: DevicesFeedOptions): LiveFeed<Message> {
  const { caller, view } = options;
  const kept = keptChanges();
  /** The last change of each entry that the database is asked for. */
  const asked = new Map<number, PlacedDevice>();
  let reset = false;
  return {
    urgent: false,
    first: (since) => (since === null ? Promise.resolve(null) : options.catchUp(since)),
    take(event) {
      if (options.isResetBy(event)) {
        reset = true;
        return true;
      }
      if (event.type === 'note' && caller.may('DEVICE_NOTE', event.custId)) {
        kept.noteChanged(event.deviId);
        return true;
      }
      if (event.type !== 'device' || !(caller.may('DEVICE_LIST', event.custId) || left(caller, event))) return false;
      const { device } = event;
      if (kept.isOld(device)) return false;
      const verdict = event.deleted ? 'not' : view.verdict(device);
      if (verdict === 'unknown') {
        asked.set(entryOf(device), device);
        // A clone has no row of its own, and had one if it was a master.
        if (device.twin === 'CLONE') kept.leave(device.deviId, device.rev, null);
      } else if (verdict === 'listed') kept.change(view.row(device));
      else kept.leave(device.deviId, device.rev, event.deleted ? null : view.clone(device));
      return true;
    },
    async prepare() {
      const waiting = new Map(asked);
      asked.clear();
      if (waiting.size === 0) return;
      const custIds = new Set([...waiting.values()].map(({ ownedByCustId }) => ownedByCustId));
      const found = await options.entriesAmong([...waiting.keys()], [...custIds]);
      const entries = new Map(found.map((entry) => [entry.master.device.deviId, entry]));
      for (const [entryId, { rev }] of waiting) {
        const entry = entries.get(entryId);
        if (entry === undefined) kept.leave(entryId, rev, null);
        else kept.enter(view.entry(entry), rev);
      }
    },
    flush() {
      const message = kept.flush();
      if (!reset) return message;
      reset = false;
      return { ...message, reset: true };
    },
  };
}

/** Whether the device moved out of the subscriber's scope. */
function left(caller: Caller, { previousCustId }: Extract<LiveEvent, { type: 'device' }>): boolean {
  return previousCustId !== undefined && caller.may('DEVICE_LIST', previousCustId);
}

function keptChanges() {
  const changes = new Map<number, Change>();
  const removed = new Set<number>();
  const clones = new Map<number, CloneChange>();
  const notes = new Set<number>();
  /**
   * The `rev` at which each device left, so that a late event with a lower `rev` does not bring it back. Bounded to the
   * newest `catchUpOverlap` devices.
   */
  const leftAt = new Map<number, number>();
  let highest = 0;
  const add = (change: Change) => {
    changes.set(change.deviId, change);
    removed.delete(change.deviId);
    leftAt.delete(change.deviId);
  };
  return {
    isOld: ({ deviId, rev }: PlacedDevice): boolean =>
      rev <= (changes.get(deviId)?.rev ?? 0) || rev <= (leftAt.get(deviId) ?? 0),
    change(change: Change): void {
      add(change);
      highest = Math.max(highest, change.rev);
    },
    /** As the database has it now, after a change with this `rev`. */
    enter({ row, clone }: { row: Change; clone: CloneChange | null }, rev: number): void {
      add(row);
      if (clone !== null) clones.set(clone.clone.deviId, clone);
      highest = Math.max(highest, rev);
    },
    leave(deviId: number, rev: number, clone: CloneChange | null): void {
      changes.delete(deviId);
      removed.add(deviId);
      if (clone !== null) clones.set(deviId, clone);
      leftAt.delete(deviId);
      leftAt.set(deviId, rev);
      for (const oldest of leftAt.keys()) {
        if (leftAt.size <= catchUpOverlap) break;
        leftAt.delete(oldest);
      }
      highest = Math.max(highest, rev);
    },
    noteChanged(deviId: number): void {
      notes.add(deviId);
    },
    flush(): Message {
      const message: Message = { rev: highest, changes: [...changes.values()] };
      if (removed.size > 0) message.removed = [...removed];
      if (clones.size > 0) message.clones = [...clones.values()];
      if (notes.size > 0) message.notesChanged = [...notes];
      notes.clear();
      changes.clear();
      removed.clear();
      clones.clear();
      return message;
    },
  };
}
