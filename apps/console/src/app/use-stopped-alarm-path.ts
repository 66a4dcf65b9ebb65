import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#data/api/query-options.ts';
import { useSession } from '#data/session.ts';

/** Polling interval; there is no live topic for the self-check. */
const refreshMs = 60_000;

/**
 * The latest test alarm of Varde's own that arrived (null: none), when they have stopped arriving. Null while they arrive,
 * and for users who may not see the self-check.
 */
export function useStoppedAlarmPath(): { lastPassedAt: number | null } | null {
  const enabled = useSession().abilities.includes('unknownDevices');
  const { data } = useQuery({ ...apiQuery('getAlarmPath', {}), enabled, refetchInterval: refreshMs });
  return enabled && data?.isStopped ? data : null;
}
