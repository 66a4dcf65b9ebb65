/**
 * Specification 1, section 9 "Markets", and the length of a zip code from specification 2, section 5. `region` is the
 * country that a phone number without a country code belongs to, and `timeZone` that of the clocks on its walls, `currency` (ISO 4217) that of prices; the partner
 * markets are run from Norway.
 */
export const markets = [
  { id: 1, key: 'norway', zipCodeLength: 4, region: 'NO', timeZone: 'Europe/Oslo', currency: 'NOK' },
  { id: 2, key: 'partnerOne', zipCodeLength: 4, region: 'NO', timeZone: 'Europe/Oslo', currency: 'NOK' },
  { id: 3, key: 'partnerTwo', zipCodeLength: 4, region: 'NO', timeZone: 'Europe/Oslo', currency: 'NOK' },
  { id: 4, key: 'sweden', zipCodeLength: 5, region: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK' },
  { id: 5, key: 'iceland', zipCodeLength: 3, region: 'IS', timeZone: 'Atlantic/Reykjavik', currency: 'ISK' },
] as const;

export type MarketId = (typeof markets)[number]['id'];

/** The country of a phone number without a country code, ISO 3166-1 alpha-2. */
export const regionOf = (market: MarketId) => markets.find(({ id }) => id === market)?.region ?? 'NO';

/** The time zone of hours on notification lists and of times in messages about alarms. */
export const timeZoneOf = (market: MarketId) => (markets.find(({ id }) => id === market) ?? markets[0]).timeZone;

/** The currency of prices in a market, ISO 4217. */
export const currencyOf = (market: MarketId) => (markets.find(({ id }) => id === market) ?? markets[0]).currency;
export const currencies = ['NOK', 'SEK', 'ISK'] as const satisfies readonly (typeof markets)[number]['currency'][];

/** The zip code without spaces when it has the market's number of digits, else null. */
export function zipCode(market: MarketId, text: string): string | null {
  const plain = text.replaceAll(/\s/g, '');
  const { zipCodeLength } = markets.find(({ id }) => id === market) ?? markets[0];
  return /^\d+$/.test(plain) && plain.length === zipCodeLength ? plain : null;
}
