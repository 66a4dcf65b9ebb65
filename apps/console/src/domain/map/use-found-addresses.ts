import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#data/api/query-options.ts';

/** Milliseconds between two questions, and how many there are: a service answers within seconds, or is not to be had. */
const pauseMs = 700;
const mostAsked = 20;

/** Shorter words find anything. */
const fewestLetters = 3;

/**
 * Addresses for words: with `completeAddress` those that begin so, with `searchAddresses` places that have this address. The
 * server looks for them, and is asked until it has an answer. Undefined: there is none yet.
 */
export function useFoundAddresses(call: 'completeAddress' | 'searchAddresses', deviId: number, text: string) {
  const { data } = useQuery({
    ...apiQuery(call, { params: { deviId }, query: { text } }),
    enabled: text.length >= fewestLetters,
    staleTime: ({ state }) => (state.data?.state === 'found' ? 60_000 : 0),
    retry: false,
    refetchInterval: ({ state }) => state.data?.state === 'asking' && state.dataUpdateCount < mostAsked && pauseMs,
  });
  return data;
}
