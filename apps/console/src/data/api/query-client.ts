import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Codes of errors that a retry may resolve. */
const passing: readonly string[] = ['network', 'unavailable', 'tooManyCalls', 'internalError'];

/**
 * The cache of server data. Entries do not become stale by age: the live channel patches them, and refetches after a
 * disconnection.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && passing.includes(error.code),
      },
    },
  });
}
