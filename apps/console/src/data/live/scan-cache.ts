import type { QueryClient } from '@tanstack/react-query';
import type { ScannedPoint } from '@varde/contract/indoor-locations';
import { apiQuery } from '../api/query-options.ts';
import type { LiveChannel } from './live-channel.ts';

/** The latest scan of a device, for `useQuery` and the cache. */
export const scanQuery = (deviId: number) => apiQuery('getIndoorScan', { params: { deviId } });

/** Keeps the latest scan of a device live. */
export function connectScan(
  channel: LiveChannel,
  cache: QueryClient,
  { deviId, deviceSerialNumber }: { deviId: number; deviceSerialNumber: string },
): () => void {
  const { queryKey } = scanQuery(deviId);
  return channel.subscribe({
    topic: 'accessPointScan',
    params: { deviceSerialNumber },
    onMessage: (points) => {
      cache.setQueryData(queryKey, (scan) => scan && { ...scan, accessPoints: merged(scan.accessPoints, points) });
    },
    onRejoined: () => void cache.invalidateQueries({ queryKey }),
  });
}

/** Each once, as it was heard last; the strongest first. */
function merged(before: readonly ScannedPoint[], points: readonly ScannedPoint[]): ScannedPoint[] {
  const all = new Map([...before, ...points].map((point) => [point.macAddress, point]));
  return [...all.values()].sort((a, b) => b.signalStrength - a.signalStrength);
}
