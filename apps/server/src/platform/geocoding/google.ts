import { z } from 'zod';
import { addressLine } from './address-line.ts';
import { type FoundAddress, type Geocoder, mostFound } from './geocoder.ts';
import { degrees, serviceAt } from './geocoding-service.ts';

const status = z.enum(['OK', 'ZERO_RESULTS']); // any other is a fault of the key or of the service
const geocoded = z.object({
  status,
  results: z.array(
    z.object({
      formatted_address: z.string(),
      geometry: z.object({ location: z.object({ lat: degrees, lng: degrees }) }),
    }),
  ),
});
const completed = z.object({ status, predictions: z.array(z.object({ description: z.string() })) });

/** Google's maps service: https://developers.google.com/maps/documentation/geocoding. */
export function createGoogle(url: string, key: string): Geocoder {
  const ask = serviceAt(url);
  const named = { key, language: 'no' };
  const find = async (query: Readonly<Record<string, string>>): Promise<FoundAddress[]> => {
    const { results } = await ask('/geocode/json', { ...named, ...query }, geocoded);
    return results.slice(0, mostFound).map(({ formatted_address: address, geometry: { location } }) => ({
      address: addressLine(address),
      place: location,
    }));
  };
  return {
    source: 'google',
    reverse: async ({ lat, lng }) => (await find({ latlng: `${lat},${lng}` }))[0]?.address ?? '',
    search: (words) => find({ address: words }),
    async complete(words) {
      const { predictions } = await ask('/place/autocomplete/json', { ...named, input: words }, completed);
      return predictions
        .slice(0, mostFound)
        .map(({ description }) => ({ address: addressLine(description), place: null }));
    },
  };
}
