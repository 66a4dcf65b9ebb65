import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { EndpointName } from '@varde/contract/api';
import type { DeviceRow } from '@varde/contract/devices';
import type { LiveMessage } from '@varde/contract/live';
import { useEffect } from 'react';
import { deviceQuery } from './device-query.ts';
import type { LiveChannel } from './live-channel.ts';
import { useChannel } from './live-context.tsx';
import { patchDevice } from './patch-devices.ts';
import { addTransactions, logQueries, positionQueries } from './patch-transactions.ts';
import { rememberChanges } from './recent-changes.ts';

/** Keeps one device live. */
export function useLiveDevice(deviId: number): void {
  const channel = useChannel();
  const cache = useQueryClient();
  useEffect(() => connectDevice(channel, cache, deviId), [channel, cache, deviId]);
}

/** Keeps a device's log and positions live, for a user who sees its log: to follow it is a look. */
export function useLiveLog(deviId: number, { transactions }: { transactions: boolean }): void {
  const channel = useChannel();
  const cache = useQueryClient();
  useEffect(
    () => (transactions ? connectTransactions(channel, cache, deviId) : undefined),
    [channel, cache, deviId, transactions],
  );
}

type Notice = Exclude<keyof LiveMessage<'device'>, 'device'>;

/** What the page of a device shows, with the notices at which it is fetched again; after a lost contact all of it is. */
function queriesOfPage(deviId: number): [queryKey: readonly unknown[], ...notices: Notice[]][] {
  const own = (name: EndpointName) => [name, { params: { deviId } }];
  return [
    // Its firmware decides its tabs, and it has confirmed values.
    [own('getDevice'), 'devicePageChanged', 'listChanged'],
    [own('getSettings'), 'devicePageChanged'],
    [own('listReadings'), 'devicePageChanged'],
    [own('listGeofences'), 'devicePageChanged'],
    [own('listCommands'), 'commandsChanged'],
    [['getCapture'], 'commandsChanged'],
    [own('getNote'), 'noteChanged'],
    [['getIndoorLocationsForDevice'], 'indoorLocationsChanged'],
    [['getIndoorLocationsForCustomer'], 'indoorLocationsChanged'],
  ];
}

/** Keeps all data of one device live while its page is open. */
export function connectDevice(channel: LiveChannel, cache: QueryClient, deviId: number): () => void {
  const refetch = (isDue: (notices: Notice[]) => boolean) => {
    for (const [queryKey, ...notices] of queriesOfPage(deviId))
      if (isDue(notices)) void cache.invalidateQueries({ queryKey });
  };
  return channel.subscribe({
    topic: 'device',
    params: { deviId },
    onMessage: ({ device, ...message }) => {
      if (device) {
        const otherTwin = isOtherTwin(cache, device);
        patchOpenDevice(cache, device);
        // Another twin has other tabs and abilities.
        if (otherTwin) void cache.invalidateQueries({ queryKey: deviceQuery(deviId).queryKey });
      }
      refetch((notices) => notices.some((notice) => message[notice]));
    },
    onRejoined: () => refetch(() => true),
  });
}

/** Keeps a device's log and positions live; only for users who may see them. */
export function connectTransactions(channel: LiveChannel, cache: QueryClient, deviId: number): () => void {
  return channel.subscribe({
    topic: 'transactions',
    params: { deviId },
    onMessage: ({ transactions }) => addTransactions(cache, deviId, transactions),
    onRejoined: () => {
      void cache.invalidateQueries({ queryKey: logQueries(deviId) });
      void cache.invalidateQueries({ queryKey: positionQueries(deviId) });
    },
  });
}

function patchOpenDevice(cache: QueryClient, change: DeviceRow): void {
  rememberChanges(cache, [change]);
  cache.setQueryData(deviceQuery(change.deviId).queryKey, (device) => device && patchDevice(device, change));
}

function isOtherTwin(cache: QueryClient, { deviId, twin }: DeviceRow): boolean {
  const known = cache.getQueryData(deviceQuery(deviId).queryKey);
  return known !== undefined && known.twin !== twin;
}
