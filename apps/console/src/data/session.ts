import { useSuspenseQuery } from '@tanstack/react-query';
import type { Session } from '@varde/contract/session';
import { apiQuery } from './api/query-options.ts';

/** Who is logged in; put into the cache before anything is drawn. */
export const sessionQuery = { ...apiQuery('getSession', {}), staleTime: Number.POSITIVE_INFINITY };

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** The name that others see when this person acts. */
export function displayName({ firstName, lastName, username }: Session): string {
  return `${firstName} ${lastName}`.trim() || username;
}
