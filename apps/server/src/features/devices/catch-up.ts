import type { PlacedDevice } from '@varde/contract/devices';
import type { LiveMessage } from '@varde/contract/live';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { type Change, type CloneChange, entryOf, type ListView } from './list-view.ts';
import { changedDevices, latestRev } from './store.ts';
import type { Entry } from './store-list.ts';

type Message = LiveMessage<'devices'>;

/**
 * Revisions are assigned in order, but concurrent transactions commit in any order: one that is open while the list is
 * read may later commit with revisions lower than the list's `rev`. Catch-up therefore starts this many revisions
 * earlier. It repeats rows, and misses none as long as no transaction changes more devices than this, or stays open
 * while others change that many. Work on more devices is split into transactions.
 */
export const catchUpOverlap = 1_000;
/** Above this number of changes, fetching the list again page by page is cheaper. */
export const catchUpLimit = 2_000;

/** Which of these entries belong to the list now. `custIds`: the customers that they were changed at. */
export type EntriesAmong = (entryIds: readonly number[], custIds: readonly number[]) => Promise<readonly Entry[]>;

/** The changes since a revision. */
export async function catchUp(
  db: Database,
  caller: Caller,
  { view, entriesAmong }: { view: ListView; entriesAmong: EntriesAmong },
  since: number,
): Promise<Message | null> {
  const rev = await latestRev(db);
  // A `rev` that is not assigned yet: the database was restored from a backup, so the browser's data is invalid.
  if (since > rev) return { rev, changes: [], reset: true };
  const from = since - catchUpOverlap;
  const rows = await changedDevices(db, caller.scopeOf('DEVICE_LIST'), from, catchUpLimit + 1);
  if (rows.length > catchUpLimit) return { rev, changes: [], reset: true };
  if (rows.length === 0) return null;
  const changes = new Map<number, Change>();
  const clones: CloneChange[] = [];
  const removed = new Set<number>();
  const asked: PlacedDevice[] = [];
  for (const { device, custName } of rows) {
    const placed = presentDeviceRow(device, custName);
    const verdict = device.deletedAt === null ? view.verdict(placed) : 'not';
    if (verdict === 'unknown') asked.push(placed);
    else if (verdict === 'listed') changes.set(device.deviId, view.row(placed));
    else {
      removed.add(device.deviId);
      const clone = device.deletedAt === null ? view.clone(placed) : null;
      if (clone !== null) clones.push(clone);
    }
  }
  // A clone has no row of its own, and had one if it was a master.
  for (const device of asked) removed.add(device.deviId).add(entryOf(device));
  const custIds = new Set(asked.map(({ ownedByCustId }) => ownedByCustId));
  const entries = asked.length === 0 ? [] : await entriesAmong([...new Set(asked.map(entryOf))], [...custIds]);
  for (const entry of entries) {
    const { row, clone } = view.entry(entry);
    changes.set(row.deviId, row);
    removed.delete(row.deviId);
    if (clone !== null) clones.push(clone);
  }
  return { rev, changes: [...changes.values()], removed: [...removed], clones };
}
