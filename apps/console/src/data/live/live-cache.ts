import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { DeviceFilter, ListedDevice } from '@varde/contract/devices';
import type { LiveMessage } from '@varde/contract/live';
import { alarmsQuery } from './alarms-query.ts';
import { onQueryAnswer } from './answers.ts';
import { deviceQuery } from './device-query.ts';
import type { LiveChannel } from './live-channel.ts';
import { noteTextKey } from './note-text-query.ts';
import { type AlarmList, mergeAlarms } from './patch-alarms.ts';
import {
  addDevices,
  type DeviceChange,
  type DevicePages,
  newcomers,
  patchClones,
  patchDevice,
  patchDevicePages,
  withClones,
} from './patch-devices.ts';
import { rememberChanges } from './recent-changes.ts';

/** Here and in `live-device.ts` alone live messages change the query cache (house rule 26). */
export function connectCache(channel: LiveChannel, cache: QueryClient): () => void {
  return channel.subscribe({
    topic: 'alarms',
    onMessage: (message) => {
      cache.setQueryData<AlarmList>(alarmsQuery.queryKey, (current) => mergeAlarms(current, message));
    },
    // After a storm of alarms the first message may not contain them all, and never those that were reset meanwhile.
    onRejoined: () => void cache.invalidateQueries({ queryKey: ['listAlarms'] }),
  });
}

type DevicesMessage = LiveMessage<'devices'>;

/** A device list on the screen. */
export interface OpenList {
  /** Its key in the cache. */
  key: readonly unknown[];
  /** Its filter: the server sends changes of matching devices, and which devices no longer match. */
  filter: DeviceFilter;
  /** Whether a device sorts before the end of the loaded pages: the next page will not contain it. */
  isWithin(device: ListedDevice, data: DevicePages): boolean;
}

/** Keeps a list of devices live while it is shown. */
export function connectList(channel: LiveChannel, cache: QueryClient, list: OpenList): () => void {
  let rev: number | null = null;
  /** Changes received during a fetch: the answer may be older. Applying them again is idempotent. */
  let meanwhile: DevicesMessage[] = [];
  const name = hashKey(list.key);
  let leaveChannel: (() => void) | null = null;
  /** Not before the first page: it says from which revision on changes are missing. */
  const join = () => {
    leaveChannel ??= channel.subscribe({
      topic: 'devices',
      query: queryText(list.filter),
      since: () => rev ?? oldestRev(cache, list.key),
      onMessage: (message) => {
        rev = Math.max(rev ?? 0, message.rev);
        for (const deviId of message.notesChanged ?? [])
          void cache.invalidateQueries({ queryKey: noteTextKey(deviId) });
        if (isFetching(cache, list.key)) meanwhile.push(message);
        applyDevices(cache, list, message);
        // Last: setting data in the cache marks it as fresh.
        if (message.reset) void cache.invalidateQueries({ queryKey: list.key });
      },
      onRejoined: () => void cache.invalidateQueries({ queryKey: noteTextKey() }),
    });
  };
  const leaveCache = onQueryAnswer(cache, ({ hash, isPatch }) => {
    if (hash !== name) return;
    join();
    if (isPatch) return;
    const messages = meanwhile;
    meanwhile = [];
    for (const message of messages) applyDevices(cache, list, message);
  });
  if (cache.getQueryData(list.key) !== undefined) join();
  return () => {
    leaveCache();
    leaveChannel?.();
  };
}

const queryText = (filter: DeviceFilter): string =>
  new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)])).toString();

function oldestRev(cache: QueryClient, key: readonly unknown[]): number | null {
  const revs = cache.getQueryData<DevicePages>(key)?.pages.map((page) => page.rev) ?? [];
  // The oldest page determines what is missing.
  return revs.length > 0 ? Math.min(...revs) : null;
}

function applyDevices(
  cache: QueryClient,
  { key, isWithin }: OpenList,
  { changes, removed = [], clones = [] }: DevicesMessage,
): void {
  rememberChanges(cache, changes);
  for (const change of changes) patchListed(cache, change);
  const data = cache.getQueryData<DevicePages>(key);
  // An invalidated list stays so until it is refetched: a patch would mark it as fresh.
  if (!data || (cache.getQueryState(key)?.isInvalidated && !isFetching(cache, key))) return;
  const byId = new Map(changes.map((change) => [change.deviId, change]));
  const patched = patchDevicePages(data, byId, new Set(removed));
  const whole = withClones(changes, clones);
  const fresh = newcomers(patched, whole).filter((device) => isWithin(device, patched));
  const next = patchClones(addDevices(patched, fresh), clones);
  if (next !== data) cache.setQueryData(key, next);
}

const isFetching = (cache: QueryClient, key: readonly unknown[]) =>
  cache.getQueryState(key)?.fetchStatus === 'fetching';

/**
 * Copies a change of the list to the open device. Its `rev` stays, since the device's own topic sends the same change
 * with the place.
 */
function patchListed(cache: QueryClient, change: DeviceChange): void {
  cache.setQueryData(
    deviceQuery(change.deviId).queryKey,
    (device) => device && { ...patchDevice(device, change), rev: device.rev },
  );
}
