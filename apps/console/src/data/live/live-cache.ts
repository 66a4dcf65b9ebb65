import type { QueryClient } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import type { LiveMessage } from '@varde/contract/live';
import { queryKey } from '../api/query-options.ts';
import { alarmsQuery } from './alarms-query.ts';
import { deviceQuery } from './device-query.ts';
import type { LiveChannel } from './live-channel.ts';
import { type AlarmList, mergeAlarms } from './patch-alarms.ts';
import {
  addDevices,
  type DeviceChange,
  type DevicePages,
  newcomers,
  patchDevice,
  patchDevicePages,
} from './patch-devices.ts';
import { addPositions, prependTransactions, type TransactionPages } from './patch-transactions.ts';
import { rememberChanges } from './recent-changes.ts';

/** More devices than this that may have come into a list are not worth a call each: the list is fetched again. */
const mostNewcomers = 20;

/** The one place where live messages become changes of the query cache (house rule 26). */
export function connectCache(channel: LiveChannel, cache: QueryClient): () => void {
  let devicesRev: number | null = null;
  const leaveDevices = channel.subscribe({
    topic: 'devices',
    since: () => devicesRev ?? oldestListRev(cache),
    onMessage: (message) => {
      devicesRev = Math.max(devicesRev ?? 0, message.rev);
      applyDevices(cache, message);
      // Last: data that is put into the cache counts as fresh.
      if (message.reset) void cache.invalidateQueries({ queryKey: queryKey('listDevices') });
    },
  });
  const leaveAlarms = channel.subscribe({
    topic: 'alarms',
    onMessage: (message) => {
      cache.setQueryData<AlarmList>(alarmsQuery.queryKey, (current) => mergeAlarms(current, message));
    },
    // After a storm the first message may not hold them all.
    onRejoined: () => void cache.invalidateQueries({ queryKey: alarmsQuery.queryKey }),
  });
  return () => {
    leaveDevices();
    leaveAlarms();
  };
}

function oldestListRev(cache: QueryClient): number | null {
  const revs = cache
    .getQueriesData<DevicePages>({ queryKey: queryKey('listDevices') })
    .flatMap(([, data]) => data?.pages.map((page) => page.rev) ?? []);
  // The oldest page is the one that lacks most.
  return revs.length > 0 ? Math.min(...revs) : null;
}

function applyDevices(cache: QueryClient, { changes, removed = [] }: LiveMessage<'devices'>): void {
  const byId = new Map(changes.map((change) => [change.deviId, change]));
  const gone = new Set(removed);
  rememberChanges(changes);
  for (const [key, data] of cache.getQueriesData<DevicePages>({ queryKey: queryKey('listDevices') })) {
    // A list that nobody looks at and that lacks something stays so until it is fetched: a patch would make it fresh.
    if (!data || (cache.getQueryState(key)?.isInvalidated && !isFetching(cache, key))) continue;
    const patched = patchDevicePages(data, byId, gone);
    if (patched !== data) cache.setQueryData(key, patched);
    const candidates = newcomers(data, byId);
    if (candidates.length > mostNewcomers) void cache.invalidateQueries({ queryKey: key });
    else if (candidates.length > 0) void addNewcomers(cache, key, candidates);
  }
  for (const change of changes) patchListed(cache, change);
}

const isFetching = (cache: QueryClient, key: readonly unknown[]) =>
  cache.getQueryState(key)?.fetchStatus === 'fetching';

async function addNewcomers(cache: QueryClient, key: readonly unknown[], ids: number[]): Promise<void> {
  const found = await Promise.allSettled(
    ids.map((deviId) => cache.fetchQuery({ ...deviceQuery(deviId), staleTime: 0 })),
  );
  const devices: ListedDevice[] = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  cache.setQueryData<DevicePages>(key, (data) => data && addDevices(data, devices));
}

function patchOpenDevice(cache: QueryClient, change: DeviceChange): void {
  rememberChanges([change]);
  cache.setQueryData(deviceQuery(change.deviId).queryKey, (device) => device && patchDevice(device, change));
}

/** What the list was told, on the device itself. Where it went comes with its own topic, under the same number. */
function patchListed(cache: QueryClient, change: DeviceChange): void {
  cache.setQueryData(
    deviceQuery(change.deviId).queryKey,
    (device) => device && { ...patchDevice(device, change), rev: device.rev },
  );
}

/** Keeps everything about one device live while its page is open. */
export function connectDevice(channel: LiveChannel, cache: QueryClient, deviId: number): () => void {
  const input = { params: { deviId } };
  const refetch = (name: 'getDevice' | 'getSettings' | 'listTransactions' | 'listPositions') =>
    void cache.invalidateQueries({ queryKey: [name, input] });
  const leaveDevice = channel.subscribe({
    topic: 'device',
    params: { deviId },
    onMessage: ({ device, settingsChanged }) => {
      if (device) patchOpenDevice(cache, device);
      if (settingsChanged) refetch('getSettings');
    },
    onRejoined: () => {
      refetch('getDevice');
      refetch('getSettings');
    },
  });
  return leaveDevice;
}

/** Keeps a device's log and positions live; only for those who may see them. */
export function connectTransactions(channel: LiveChannel, cache: QueryClient, deviId: number): () => void {
  const lists = { queryKey: ['listTransactions', { params: { deviId } }] };
  const positions = { queryKey: ['listPositions', { params: { deviId } }] };
  return channel.subscribe({
    topic: 'transactions',
    params: { deviId },
    onMessage: ({ transactions }) => {
      cache.setQueriesData<TransactionPages>(
        lists,
        (data) => data && prependTransactions(data, transactions),
      );
      for (const [key, data] of cache.getQueriesData<{ positions: [] }>(positions)) {
        if (data) cache.setQueryData(key, addPositions(data, transactions, countOf(key)));
      }
    },
    onRejoined: () => {
      void cache.invalidateQueries(lists);
      void cache.invalidateQueries(positions);
    },
  });
}

function countOf(key: readonly unknown[]): number {
  const input = key[1] as { query?: { count?: number } };
  return input.query?.count ?? 10;
}
