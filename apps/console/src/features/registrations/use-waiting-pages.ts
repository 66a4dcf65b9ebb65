import { useInfiniteQuery } from '@tanstack/react-query';
import { pagesQuery } from '#data/api/pages-query.ts';

/** Polling interval; there is no live topic for the list. */
const refreshMs = 20_000;

/** Firms that wait for a decision, loaded page by page. */
export function useWaitingPages() {
  return useInfiniteQuery({ ...pagesQuery('listRegistrations', { query: {} }), refetchInterval: refreshMs });
}
