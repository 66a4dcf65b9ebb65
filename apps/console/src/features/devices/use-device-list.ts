import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { useMemo, useRef } from 'react';
import { call, type Input, type Output } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useLiveList } from '#data/live/live-context.tsx';
import type { DevicePages } from '#data/live/patch-devices.ts';
import { withRecentChange } from '#data/live/recent-changes.ts';
import { arrangeDevices, type DeviceListFilter, type DeviceSort, sortsBefore } from './arrange-devices.ts';

const pageSize = 200;

/** The loaded part of the device list, live, in the order and with the filters of the URL. */
export function useDeviceList(filter: DeviceListFilter) {
  const { columns: _, ...rest } = filter;
  const { sort } = rest;
  // Equal filters have the same text; undefined fields are omitted.
  const asked = JSON.stringify({ ...rest, search: filter.search || undefined });
  const { query, live } = useMemo(() => {
    const { sort, ...wanted } = JSON.parse(asked) as DeviceListFilter;
    const query = { limit: pageSize, ...wanted, ...(sort && sort !== 'default' ? { sort } : {}) };
    const key = queryKey('listDevices', { query });
    return { query, live: { key, filter: wanted, isWithin: isWithin(sort) } };
  }, [asked]);
  const list = useInfiniteQuery({
    queryKey: live.key,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ client, signal, pageParam }) => {
      const answer = await call(
        'listDevices',
        { query: pageParam ? { ...query, cursor: pageParam } : query },
        { signal },
      );
      const devices = answer.devices.map((device) => withRecentChange(client, device));
      return { ...answer, devices, end: answer.devices.at(-1) };
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // The old rows stay until the new ones are loaded, so that nothing jumps while the user types.
    placeholderData: keepPreviousData,
  });
  useLiveList(live);
  const rows = useMemo(
    () => arrangeDevices(list.data?.pages.flatMap((page) => page.devices) ?? [], sort),
    [list.data, sort],
  );
  const of = useRef(asked);
  if (!list.isPlaceholderData) of.current = asked;
  const first = list.data?.pages[0];
  const count = useCount(query, { first, hasNextPage: list.hasNextPage, loaded: rows.length });
  return { ...list, rows, of: of.current, count };
}

const countEveryMs = 30_000;

/**
 * The number of devices in the list: its rows when all are loaded, else the server's count, refreshed periodically. The
 * server counts no further than the page that a search asks for.
 */
function useCount(
  query: Input<'listDevices'>['query'],
  { first, hasNextPage, loaded }: { first: Count | undefined; hasNextPage: boolean; loaded: number },
): Count | undefined {
  const isCounted = hasNextPage && !query.search;
  const counted = useQuery({
    queryKey: ['deviceCount', query],
    queryFn: async ({ signal }): Promise<Count> => call('listDevices', { query: { ...query, limit: 1 } }, { signal }),
    enabled: isCounted,
    initialData: first,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: countEveryMs,
  });
  if (first === undefined) return undefined;
  return isCounted ? (counted.data ?? first) : { total: loaded, totalIsLowerBound: hasNextPage };
}

type Count = Pick<Output<'listDevices'>, 'total' | 'totalIsLowerBound'>;

const isWithin =
  (sort: DeviceSort | undefined) =>
  (device: ListedDevice, { pages }: DevicePages): boolean => {
    const { nextCursor = null, end } = pages.at(-1) ?? {};
    return nextCursor === null || (end !== undefined && sortsBefore(device, end, sort));
  };
