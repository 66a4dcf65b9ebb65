import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { notifyError } from '#domain/errors/notify-error.ts';

/**
 * Whether the user may see positions: once they have confirmed the notice on this page, or have kept that they did. What
 * could not be kept is asked for again next time.
 */
export function usePositionsNotice() {
  const cache = useQueryClient();
  const query = apiQuery('getMapConsent', {});
  const { data, error, refetch } = useQuery(query);
  const [confirmed, setConfirmed] = useState(false);
  async function confirm(kept: boolean): Promise<void> {
    setConfirmed(true);
    if (!kept) return;
    try {
      cache.setQueryData(query.queryKey, await call('saveMapConsent', {}));
    } catch (failure) {
      notifyError(failure);
    }
  }
  const seen = confirmed || data?.given === true;
  return { seen, asks: !seen && data !== undefined, error: seen ? null : error, refetch, confirm };
}
