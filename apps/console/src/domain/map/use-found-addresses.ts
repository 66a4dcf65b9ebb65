import { useQuery } from '@tanstack/react-query';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call as callServer, type Output } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';

/** Milliseconds between two questions, and how many there are: a service answers within seconds, or is not to be had. */
const pauseMs = 700;
const mostAsked = 20;
/** Questions that may fail meanwhile: a server that answers none is not asked for ever. */
const mostFailures = 5;

/** Shorter words find anything. */
const fewestLetters = 3;

/**
 * Addresses for words: with `completeAddress` those that begin so, with `searchAddresses` places that have this address. The
 * server looks for them, and is asked until it has an answer, or none will come. `found` is undefined before the first
 * answer; `failure`: the code of an error.
 */
export function useFoundAddresses(call: 'completeAddress' | 'searchAddresses', deviId: number, text: string) {
  const input = { params: { deviId }, query: { text } };
  const { data, error, errorUpdateCount } = useQuery({
    queryKey: queryKey(call, input),
    queryFn: async ({ signal, client, queryKey: own }): Promise<Output<'searchAddresses'>> => {
      const answer = await callServer(call, input, { signal });
      const asked = 1 + (client.getQueryState(own)?.dataUpdateCount ?? 0);
      return answer.state === 'asking' && asked >= mostAsked ? { ...answer, state: 'silent' } : answer;
    },
    enabled: text.length >= fewestLetters,
    staleTime: ({ state }) => (state.data?.state === 'found' ? 60_000 : 0),
    gcTime: 0, // the same words are asked for anew
    retry: false,
    refetchInterval: ({ state }) => state.data?.state === 'asking' && state.errorUpdateCount < mostFailures && pauseMs,
  });
  const isGivenUp = error !== null && errorUpdateCount >= mostFailures;
  const found = isGivenUp ? undefined : data;
  return { found, failure: error && found?.state !== 'asking' ? errorCodeOf(error) : null };
}
