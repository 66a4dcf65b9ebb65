import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#data/api/query-options.ts';
import { useSession } from '#data/session.ts';

/** Polling interval; there is no live topic for the number. */
const refreshMs = 60_000;

/** The number of registrations that the user may decide; 0 for a user without that right. */
export function useWaitingRegistrations(): number {
  const enabled = useSession().abilities.includes('registrations');
  const { data } = useQuery({
    ...apiQuery('listRegistrations', { query: { limit: 1 } }),
    enabled,
    refetchInterval: refreshMs,
  });
  return data?.total ?? 0;
}
