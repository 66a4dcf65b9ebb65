import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ListedDevice } from '@varde/contract/devices';
import { useMemo } from 'react';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useLiveList } from '#data/live/live-context.tsx';
import type { DevicePages } from '#data/live/patch-devices.ts';
import { withRecentChange } from '#data/live/recent-changes.ts';
import { arrangeDevices, type DeviceListFilter, type DeviceSort, sortsBefore } from './arrange-devices.ts';

const pageSize = 200;

/** The device list as far as it is loaded, live, in the order and with the filters of the URL. */
export function useDeviceList(filter: DeviceListFilter) {
  const { search, status, sort } = filter;
  const { query, live } = useMemo(() => {
    const wanted = { ...(search ? { search } : {}), ...(status ? { status } : {}) };
    const query = { limit: pageSize, ...wanted, ...(sort && sort !== 'default' ? { sort } : {}) };
    const key = queryKey('listDevices', { query });
    return { query, live: { key, filter: wanted, isWithin: isWithin(sort) } };
  }, [search, status, sort]);
  const list = useInfiniteQuery({
    queryKey: live.key,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const answer = await call(
        'listDevices',
        { query: pageParam ? { ...query, cursor: pageParam } : query },
        { signal },
      );
      return { ...answer, devices: answer.devices.map(withRecentChange), end: answer.devices.at(-1) };
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // The old rows stay until the new ones are there: nothing jumps while somebody types.
    placeholderData: keepPreviousData,
  });
  useLiveList(live);
  const rows = useMemo(
    () => arrangeDevices(list.data?.pages.flatMap((page) => page.devices) ?? [], sort),
    [list.data, sort],
  );
  return { ...list, rows, first: list.data?.pages[0] };
}

const isWithin =
  (sort: DeviceSort | undefined) =>
  (device: ListedDevice, { pages }: DevicePages): boolean => {
    const { nextCursor = null, end } = pages.at(-1) ?? {};
    return nextCursor === null || (end !== undefined && sortsBefore(device, end, sort));
  };
