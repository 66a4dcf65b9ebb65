import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiQuery, queryKey } from '#data/api/query-options.ts';

/** The sensors of a device, fetched again as often as the server says. */
export function useSensors(deviId: number) {
  return useQuery({
    ...apiQuery('fetchSensors', { params: { deviId } }),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : data.sensorRefresh * 1000),
  });
}

export const sensorQuery = (deviId: number, sensorId: number) =>
  queryOptions(apiQuery('getSensor', { params: { deviId, sensorId } }));

/** Fetches what is shown of the sensors of a device again. */
export function useRefreshSensors(deviId: number): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    for (const name of ['fetchSensors', 'fetchUnsavedSensors', 'getLearning'] as const)
      await cache.invalidateQueries({ queryKey: queryKey(name, { params: { deviId } }) });
    await cache.invalidateQueries({ queryKey: ['getSensor'] });
  };
}
