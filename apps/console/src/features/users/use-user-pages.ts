import { useInfiniteQuery } from '@tanstack/react-query';
import type { userFilterStates } from '@varde/contract/filters';
import { pagesQuery } from '#data/api/pages-query.ts';

export interface UserFilter {
  search?: string | undefined;
  state?: (typeof userFilterStates)[number] | undefined;
}

/** The list of users, loaded page by page. */
export function useUserPages({ search, state }: UserFilter) {
  const query = { ...(search ? { search } : {}), ...(state ? { state } : {}) };
  return useInfiniteQuery(pagesQuery('listUsers', { query }));
}
