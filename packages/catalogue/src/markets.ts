/**
 * Specification 1, section 9 "Markets", and the length of a zip code from specification 2, section 5. `region` is the
 * country that a phone number without a country code belongs to; the partner markets are run from Norway.
 */
export const markets = [
  { id: 1, key: 'norway', zipCodeLength: 4, region: 'NO' },
  { id: 2, key: 'partnerOne', zipCodeLength: 4, region: 'NO' },
  { id: 3, key: 'partnerTwo', zipCodeLength: 4, region: 'NO' },
  { id: 4, key: 'sweden', zipCodeLength: 5, region: 'SE' },
  { id: 5, key: 'iceland', zipCodeLength: 3, region: 'IS' },
] as const;

export type MarketId = (typeof markets)[number]['id'];

/** The country of a phone number without a country code, ISO 3166-1 alpha-2. */
export const regionOf = (market: MarketId) => markets.find(({ id }) => id === market)?.region ?? 'NO';

/** The zip code without spaces when it has the market's number of digits, else null. */
export function zipCode(market: MarketId, text: string): string | null {
  const plain = text.replaceAll(/\s/g, '');
  const { zipCodeLength } = markets.find(({ id }) => id === market) ?? markets[0];
  return /^\d+$/.test(plain) && plain.length === zipCodeLength ? plain : null;
}
