import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { withRecentChange } from '#data/live/recent-changes.ts';
import { arrangeDevices, type DeviceListFilter } from './arrange-devices.ts';

const pageSize = 200;

/** The device list as far as it is loaded, live, in the order and with the filters of the URL. */
export function useDeviceList(filter: DeviceListFilter) {
  const { search, status, sort } = filter;
  const query = {
    limit: pageSize,
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(sort && sort !== 'default' ? { sort } : {}),
  };
  const list = useInfiniteQuery({
    queryKey: queryKey('listDevices', { query }),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const answer = await call(
        'listDevices',
        { query: pageParam ? { ...query, cursor: pageParam } : query },
        { signal },
      );
      return { ...answer, devices: answer.devices.map(withRecentChange) };
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // The old rows stay until the new ones are there: nothing jumps while somebody types.
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(
    () =>
      arrangeDevices(
        list.data?.pages.flatMap((page) => page.devices) ?? [],
        list.isPlaceholderData ? { sort } : { search, status, sort },
      ),
    [list.data, list.isPlaceholderData, search, status, sort],
  );
  return { ...list, rows, first: list.data?.pages[0] };
}
