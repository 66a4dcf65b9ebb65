import { useSuspenseQuery } from '@tanstack/react-query';
import type { Session } from '@varde/contract/session';
import { apiQuery } from './api/query-options.ts';

/** The session; put into the cache before the first render. */
export const sessionQuery = { ...apiQuery('getSession', {}), staleTime: Number.POSITIVE_INFINITY };

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** The name that others see on a user's actions. */
export function displayName({ firstName, lastName, username }: Session): string {
  return `${firstName} ${lastName}`.trim() || username;
}
