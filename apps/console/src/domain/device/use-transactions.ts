import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pagesQuery } from '#data/api/pages-query.ts';
import type { LogChoice } from '#data/live/belongs-to-log.ts';

/** Rows fetched at a time (specification 2, section 9). */
const pageSize = 25;

/** The log of a device, newest first. Live while its page is open; elsewhere `refetchInterval` keeps it fresh. */
export function useTransactions(
  deviId: number,
  { choice, ...options }: { refetchInterval?: number; choice?: LogChoice } = {},
) {
  return useInfiniteQuery({
    ...options,
    ...pagesQuery('listTransactions', { params: { deviId }, query: { transactionCount: pageSize, ...choice } }),
    placeholderData: keepPreviousData,
  });
}
