import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { DeviceRow } from '@varde/contract/devices';
import { useEffect } from 'react';
import { deviceQuery } from './device-query.ts';
import type { LiveChannel } from './live-channel.ts';
import { useChannel } from './live-context.tsx';
import { patchDevice } from './patch-devices.ts';
import { addPositions, prependTransactions, type TransactionPages } from './patch-transactions.ts';
import { rememberChanges } from './recent-changes.ts';

/** Keeps one device live; its log and positions too for users who may see them. */
export function useLiveDevice(deviId: number, { transactions }: { transactions: boolean }): void {
  const channel = useChannel();
  const cache = useQueryClient();
  useEffect(() => connectDevice(channel, cache, deviId), [channel, cache, deviId]);
  useEffect(
    () => (transactions ? connectTransactions(channel, cache, deviId) : undefined),
    [channel, cache, deviId, transactions],
  );
}

/** Keeps all data of one device live while its page is open. */
export function connectDevice(channel: LiveChannel, cache: QueryClient, deviId: number): () => void {
  const input = { params: { deviId } };
  const refetch = (
    name:
      | 'getDevice'
      | 'getSettings'
      | 'listGeofences'
      | 'getNote'
      | 'listCommands'
      | 'listReadings'
      | 'listTransactions'
      | 'listPositions',
  ) => void cache.invalidateQueries({ queryKey: [name, input] });
  const leaveDevice = channel.subscribe({
    topic: 'device',
    params: { deviId },
    onMessage: ({
      device,
      devicePageChanged,
      commandsChanged,
      noteChanged,
      listChanged,
      indoorLocationsChanged,
    }) => {
      if (device) {
        const otherTwin = isOtherTwin(cache, device);
        patchOpenDevice(cache, device);
        if (otherTwin) refetch('getDevice'); // other tabs and abilities
      }
      if (devicePageChanged) {
        refetch('getSettings');
        refetch('listReadings');
        refetch('listGeofences');
        refetch('getDevice'); // its firmware decides its tabs, and it has confirmed values
      }
      if (commandsChanged) refetch('listCommands');
      if (noteChanged) refetch('getNote');
      if (listChanged) refetch('getDevice');
      if (indoorLocationsChanged)
        for (const owner of ['Device', 'Customer'])
          void cache.invalidateQueries({ queryKey: [`getIndoorLocationsFor${owner}`] });
    },
    onRejoined: () => {
      refetch('getDevice');
      refetch('getSettings');
      refetch('listGeofences');
      refetch('listCommands');
      refetch('getNote');
    },
  });
  return leaveDevice;
}

/** Keeps a device's log and positions live; only for users who may see them. */
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

function patchOpenDevice(cache: QueryClient, change: DeviceRow): void {
  rememberChanges(cache, [change]);
  cache.setQueryData(deviceQuery(change.deviId).queryKey, (device) => device && patchDevice(device, change));
}

function isOtherTwin(cache: QueryClient, { deviId, twin }: DeviceRow): boolean {
  const known = cache.getQueryData(deviceQuery(deviId).queryKey);
  return known !== undefined && known.twin !== twin;
}
