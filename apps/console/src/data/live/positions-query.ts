import { queryOptions } from '@tanstack/react-query';
import type { Position } from '@varde/contract/devices';
import { call } from '../api/call.ts';
import { queryKey } from '../api/query-options.ts';

/** The last positions of a device, newest first. */
export interface Positions {
  /** That of the server's answer; null: they have changed since. */
  uuid: string | null;
  positions: Position[];
}

/** The last positions of a device, which are not sent again while they are the same. */
export function positionsQuery(deviId: number, count: number) {
  const key = queryKey('listPositions', { params: { deviId }, query: { count } });
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal, client }): Promise<Positions> => {
      const known = client.getQueryData<Positions>(key);
      const query = { count, ...(known?.uuid && { uuid: known.uuid }) };
      const { uuid, positions } = await call('listPositions', { params: { deviId }, query }, { signal });
      if (positions !== null) return { uuid, positions };
      if (known === undefined) throw new Error('the server took these positions for known');
      return known;
    },
  });
}
