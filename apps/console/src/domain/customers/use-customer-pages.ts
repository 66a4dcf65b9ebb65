import { useInfiniteQuery } from '@tanstack/react-query';
import type { Input } from '#data/api/call.ts';
import { pagesQuery } from '#data/api/pages-query.ts';

/** A list of customers that loads page by page. */
export function useCustomerPages(query: Input<'listCustomers'>['query'], enabled = true) {
  const options = pagesQuery('listCustomers', { query });
  return useInfiniteQuery({ ...options, queryKey: [...options.queryKey, 'pages'], enabled });
}
