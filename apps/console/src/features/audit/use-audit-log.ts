import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pagesQuery } from '#data/api/pages-query.ts';
import type { AuditFilter } from './audit-filter.ts';
import { auditQuery } from './audit-query.ts';

/** The loaded part of the log. It is not refreshed automatically: reading it again is a new look. */
export function useAuditLog(filter: AuditFilter) {
  const list = useInfiniteQuery({
    ...pagesQuery('listAudit', { query: auditQuery(filter) }),
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
