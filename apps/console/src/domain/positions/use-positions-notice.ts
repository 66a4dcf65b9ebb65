import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { notifyError } from '#domain/errors/notify-error.ts';

/** Whether the user may see positions: once they have confirmed the notice, in this session or for good. */
export function usePositionsNotice() {
  const cache = useQueryClient();
  const query = apiQuery('getMapConsent', {});
  const { data, error, refetch } = useQuery(query);
  /** False, with a message: the server does not know of it. */
  async function confirm(kept: boolean): Promise<boolean> {
    try {
      cache.setQueryData(query.queryKey, await call('saveMapConsent', { body: { kept } }));
      return true;
    } catch (failure) {
      notifyError(failure);
      return false;
    }
  }
  const seen = data?.given === true;
  return { seen, asks: data?.given === false, error: seen ? null : error, refetch, confirm };
}
