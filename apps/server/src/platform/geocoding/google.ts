import { z } from 'zod';
import { addressLine, atHome } from './address-line.ts';
import { type FoundAddress, type Geocoder, mostFound, QuestionRefused } from './geocoder.ts';
import { degrees, hits, serviceAt } from './geocoding-service.ts';

const statuses = [
  'OK',
  'ZERO_RESULTS',
  'INVALID_REQUEST',
  'REQUEST_DENIED',
  'OVER_QUERY_LIMIT',
  'UNKNOWN_ERROR',
] as const;
const status = z.enum(statuses);
const geocoded = z.object({
  status,
  results: hits(
    z.object({
      formatted_address: z.string(),
      types: z.array(z.string()).default([]),
      geometry: z.object({ location: z.object({ lat: degrees, lng: degrees }) }),
    }),
  ),
});
const completed = z.object({ status, predictions: hits(z.object({ description: z.string() })).default([]) });

/** A key that does not open this interface, or a question that is none; the limit is about the service. */
function requireAnswer({ status }: { status: (typeof statuses)[number] }): void {
  if (status === 'OK' || status === 'ZERO_RESULTS') return;
  const text = `the address service said ${status}`;
  throw status === 'OVER_QUERY_LIMIT' || status === 'UNKNOWN_ERROR' ? new Error(text) : new QuestionRefused(text);
}

/** Google's maps service: https://developers.google.com/maps/documentation/geocoding. */
export function createGoogle(url: string, key: string): Geocoder {
  const ask = serviceAt(url);
  const named = { key, language: 'no' };
  let completes = true;
  const find = async (query: Readonly<Record<string, string>>): Promise<FoundAddress[]> => {
    const answer = await ask('/geocode/json', { ...named, ...query }, geocoded);
    requireAnswer(answer);
    // A plus code is an address only where there is no other.
    const results = [...answer.results].sort((a, b) => Number(isPlusCode(a)) - Number(isPlusCode(b)));
    return results.slice(0, mostFound).map(({ formatted_address: address, geometry: { location } }) => ({
      address: atHome(addressLine(address)),
      place: location,
    }));
  };
  return {
    source: 'google',
    reverse: async ({ lat, lng }) => (await find({ latlng: `${lat},${lng}` }))[0]?.address ?? '',
    search: (words) => find({ address: words }),
    async complete(words) {
      if (!completes) return find({ address: words });
      const answer = await ask('/place/autocomplete/json', { ...named, input: words }, completed);
      // Keys of today do not open the completion of former ones: what is typed is searched.
      if (answer.status === 'REQUEST_DENIED') {
        completes = false;
        return find({ address: words });
      }
      requireAnswer(answer);
      return answer.predictions
        .slice(0, mostFound)
        .map(({ description }) => ({ address: atHome(addressLine(description)), place: null }));
    },
  };
}

const isPlusCode = ({ types }: { types: readonly string[] }) => types.includes('plus_code');
