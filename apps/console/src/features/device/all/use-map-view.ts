import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MapFilter, MapView } from '@varde/contract/map';
import { useEffect, useState } from 'react';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import type { View } from '#kit/map/fleet-map.ts';
import { queryOf } from './map-choice.ts';

/** Specification 2, section 9: how often the map of all devices and its log are fetched again, milliseconds. */
export const refreshMs = 20_000;

/** Where all devices are looked for, before the map knows where they are. */
const world: View = { west: -180, south: -85, east: 180, north: 85, zoom: 4 };

/**
 * What the map shows of this part of it, fetched again every 20 seconds and as soon as an alarm begins or ends. Where that
 * fails, it is what was shown before with the same filters.
 */
export function useMapView(choice: MapFilter, view: View | null, enabled: boolean) {
  const { west, south, east, north, zoom } = view ?? world;
  const corners = { west: fixed(west), south: fixed(south), east: fixed(east), north: fixed(north), zoom };
  const key = queryKey('listMapDevices', { query: { ...queryOf(choice), ...corners } });
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal, client }) => {
      const askedAt = performance.now();
      const known = client.getQueryData<Shown>(key);
      const uuid = known && { uuid: known.uuid };
      const asked = { ...queryOf(choice), ...corners, ...uuid };
      const answer = await call('listMapDevices', { query: asked }, { signal });
      return answer.view === null && known
        ? { ...known, askedAt }
        : { uuid: answer.uuid, ...shownOf(answer.view), of: view, askedAt };
    },
    enabled,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const { data: open } = useQuery(alarmsQuery);
  const alarms = open?.alarms.map(({ alarmId }) => alarmId).join();
  const { refetch } = query;
  useEffect(() => {
    if (alarms !== undefined && enabled) void refetch();
  }, [alarms, enabled, refetch]);
  const { data, isPlaceholderData, error } = query;
  const filters = JSON.stringify(queryOf(choice));
  const [last, setLast] = useState<{ filters: string; shown: Shown }>();
  if (data && !isPlaceholderData && data !== last?.shown) setLast({ filters, shown: data });
  const known = data ?? (last?.filters === filters ? last.shown : undefined);
  // Of an earlier look the cache may still have it.
  const shown = enabled ? known : undefined;
  return { shown, error, refetch, isPlaceholderData };
}

export interface Shown extends MapView {
  uuid: string;
  /** The view that was asked for; null: all of the world. */
  of: View | null;
  /** Of the page's own clock, milliseconds. */
  askedAt: number;
}

function shownOf(view: MapView | null): MapView {
  if (view === null) throw new Error('the server took this view for known');
  return view;
}

const fixed = (degrees: number): string => degrees.toFixed(4);
