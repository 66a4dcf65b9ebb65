import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { notifyError } from '#domain/errors/notify-error.ts';

/** Whether the user may see positions: once they have confirmed the notice on this page, or for good. */
export function usePositionsNotice() {
  const cache = useQueryClient();
  const query = apiQuery('getMapConsent', {});
  const { data, error, refetch } = useQuery(query);
  const [confirmed, setConfirmed] = useState(false);
  /** False, with a message: the server does not know of it. */
  async function confirm(kept: boolean): Promise<boolean> {
    try {
      cache.setQueryData(query.queryKey, await call('saveMapConsent', { body: { kept } }));
      setConfirmed(true);
      return true;
    } catch (failure) {
      notifyError(failure);
      return false;
    }
  }
  const seen = confirmed || data?.given === true;
  return { seen, asks: !seen && data !== undefined, error: seen ? null : error, refetch, confirm };
}
