import { useQuery } from '@tanstack/react-query';
import type { Transaction } from '@varde/contract/transactions';
import { apiQuery } from '#data/api/query-options.ts';

/** What a row says of its place. */
export type PlacedRow = Pick<
  Transaction,
  'deviId' | 'posLati' | 'posLong' | 'inloId' | 'dekmId' | 'address' | 'addressLookupDone'
>;

/** Milliseconds: the first pause, how much longer each is, and the longest. After the last one nobody asks any more. */
const pauses = { first: 2_000, growth: 1.5, longest: 20_000, count: 15 };

const pauseAfter = (asked: number): number | false =>
  asked < pauses.count && Math.min(pauses.longest, pauses.first * pauses.growth ** (asked - 1));

/**
 * The address of a row's place, with commas: as it came with the row, else asked for until the server has looked it up. Null:
 * it is not known, or not yet.
 */
export function useAddress({ deviId, posLati, posLong, inloId, dekmId, ...row }: PlacedRow): string | null {
  const place = { ...(posLati !== null && { lat: posLati }), ...(posLong !== null && { lng: posLong }) };
  const placedBy = { ...(inloId !== null && { inloId }), ...(dekmId !== null && { dekmId }) };
  const { data } = useQuery({
    ...apiQuery('getAddress', { params: { deviId }, query: { ...place, ...placedBy } }),
    enabled: !row.addressLookupDone && posLati !== null && posLong !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => state.data?.done === false && pauseAfter(state.dataUpdateCount),
  });
  return (row.addressLookupDone ? row.address : data?.address) || null;
}
