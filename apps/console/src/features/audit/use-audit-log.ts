import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import type { AuditFilter } from './audit-filter.ts';
import { auditQuery } from './audit-query.ts';

/** The loaded part of the log. It is not refreshed automatically: reading it again is a new look. */
export function useAuditLog(filter: AuditFilter) {
  const query = auditQuery(filter);
  const list = useInfiniteQuery({
    queryKey: queryKey('listAudit', { query }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      call('listAudit', { query: pageParam ? { ...query, cursor: pageParam } : query }, { signal }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const pages = list.data?.pages ?? [];
  return {
    ...list,
    rows: pages.flatMap(({ entries }) => entries),
    mayVerify: pages[0]?.abilities.includes('verify') ?? false,
  };
}
