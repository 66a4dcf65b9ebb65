import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Codes of errors that a retry may resolve. */
const passing: readonly string[] = ['network', 'unavailable', 'tooManyCalls', 'internalError'];

/**
 * Server data has one home. It does not grow stale by age: the live channel patches it, and asks for it anew when it
 * has been away.
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
