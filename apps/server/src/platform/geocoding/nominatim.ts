import { z } from 'zod';
import { addressLine, atHome } from './address-line.ts';
import { type Geocoder, mostFound } from './geocoder.ts';
import { degrees, hits, serviceAt } from './geocoding-service.ts';

const part = z.string().nullish();
const found = z.object({
  display_name: z.string(),
  lat: degrees,
  lon: degrees,
  address: z
    .object({
      road: part,
      farm: part,
      isolated_dwelling: part,
      hamlet: part,
      house_number: part,
      postcode: part,
      city: part,
      town: part,
      village: part,
      municipality: part,
    })
    .nullish(),
});
type Found = z.output<typeof found>;

const asked = { format: 'jsonv2', addressdetails: '1', 'accept-language': 'nb,no,en' };

/** Nominatim, the search of OpenStreetMap: https://nominatim.org/release-docs/latest/api/Overview/. */
export function createNominatim(url: string): Geocoder {
  const ask = serviceAt(url);
  const find = async (words: string) => {
    const all = await ask('/search', { ...asked, q: words, limit: String(mostFound) }, hits(found));
    return all.slice(0, mostFound).map((one) => ({ address: lineOf(one), place: { lat: one.lat, lng: one.lon } }));
  };
  return {
    source: 'nominatim',
    async reverse({ lat, lng }) {
      const place = { lat: String(lat), lon: String(lng) };
      const answer = await ask('/reverse', { ...asked, ...place, zoom: '18' }, z.union([found, noAddress]));
      return 'error' in answer ? '' : lineOf(answer);
    },
    search: find,
    complete: find,
  };
}

/** In the sea, for instance. */
const noAddress = z.object({ error: z.string() });

/** Street or farm, number, zip code and town; else all that the service says. */
function lineOf({ display_name: all, address }: Found): string {
  const { road, farm, isolated_dwelling, hamlet, house_number: number, postcode, ...towns } = address ?? {};
  const street = road ?? farm ?? isolated_dwelling ?? hamlet;
  if (!street) return atHome(addressLine(all));
  const town = towns.city ?? towns.town ?? towns.village ?? towns.municipality;
  return addressLine([street, number].filter(Boolean).join(' '), [postcode, town].filter(Boolean).join(' '));
}
