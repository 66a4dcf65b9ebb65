import { z } from 'zod';
import { addressLine, postTown } from './address-line.ts';
import { type FoundAddress, type Geocoder, mostFound } from './geocoder.ts';
import { degrees, hits, serviceAt } from './geocoding-service.ts';

/** Metres: who is further away from the nearest address than this is not at it. */
const radius = '300';
/** ETRS89 in degrees, which is WGS 84 but for less than a metre. */
const coordinates = { utkoordsys: '4258' };

const answer = z.object({
  adresser: hits(
    z.object({
      adressetekst: z.string(),
      adressetilleggsnavn: z.string().nullish(),
      objtype: z.string().nullish(),
      postnummer: z.string().nullish(),
      poststed: z.string().nullish(),
      representasjonspunkt: z.object({ lat: degrees, lon: degrees }),
    }),
  ),
});
type Found = z.output<typeof answer>['adresser'][number];

/** Kartverket's open register of addresses in Norway: https://ws.geonorge.no/adresser/v1. */
export function createKartverket(url: string): Geocoder {
  const ask = serviceAt(url);
  const find = async (words: string): Promise<FoundAddress[]> => {
    const query = { sok: words, fuzzy: 'true', treffPerSide: String(mostFound), ...coordinates };
    const { adresser } = await ask('/sok', query, answer);
    return adresser.slice(0, mostFound).map((found) => {
      const { lat, lon } = found.representasjonspunkt;
      return { address: lineOf(found), place: { lat, lng: lon } };
    });
  };
  return {
    source: 'kartverket',
    async reverse({ lat, lng }) {
      const query = { lat: String(lat), lon: String(lng), radius, koordsys: '4258', treffPerSide: '1', ...coordinates };
      const { adresser } = await ask('/punktsok', query, answer);
      return adresser[0] === undefined ? '' : lineOf(adresser[0]);
    },
    search: find,
    complete: (words) => find(`${words}*`),
  };
}

/** A farm without a road has the numbers of its land, which nobody calls it by, and mostly its name. */
function lineOf({ adressetekst, adressetilleggsnavn: farm, objtype, postnummer, poststed }: Found): string {
  const street = objtype === 'Matrikkeladresse' && farm ? farm : adressetekst;
  return addressLine(street, [postnummer, poststed && postTown(poststed)].filter(Boolean).join(' '));
}
