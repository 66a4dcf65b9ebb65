import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#data/api/query-options.ts';
import { useSession } from '#data/session.ts';

/** How often the number is asked for; there is no live topic for it. */
const refreshMs = 60_000;

/** How many registrations wait for somebody who may decide about them; 0 for everybody else. */
export function useWaitingRegistrations(): number {
  const enabled = useSession().abilities.includes('registrations');
  const { data } = useQuery({
    ...apiQuery('listRegistrations', { query: { limit: 1 } }),
    enabled,
    refetchInterval: refreshMs,
  });
  return data?.total ?? 0;
}
