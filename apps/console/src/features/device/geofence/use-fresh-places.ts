import { useQueryClient } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import { useEffect, useRef } from 'react';
import { queryKey } from '#data/api/query-options.ts';

/** Fetches again what depends on where the device is, when the live channel brings a change of it. */
export function useFreshPlaces({ deviId, rev }: Pick<DeviceDetail, 'deviId' | 'rev'>): void {
  const cache = useQueryClient();
  const seen = useRef(rev);
  useEffect(() => {
    if (seen.current === rev) return;
    seen.current = rev;
    const input = { params: { deviId } };
    for (const name of ['listGeofences', 'getGeofencePosition'] as const)
      void cache.invalidateQueries({ queryKey: queryKey(name, input) });
    void cache.invalidateQueries({ queryKey: queryKey('getGeofenceDistance') });
  }, [cache, deviId, rev]);
}
