import type { PartnerPrice } from '@varde/catalogue/partner-prices';

/** The price list of the demo's partner: a Trigger Two 4G, a Watch Seven, and what holds for all or the other types. */
export const demoPrices: readonly PartnerPrice[] = [
  { dehaId: 0, service: 'alarmReception', amount: 14_900 },
  { dehaId: -1, service: 'subscription', amount: 9900 },
  { dehaId: -1, service: 'installation', amount: 65_000 },
  { dehaId: 23, service: 'purchase', amount: 249_000 },
  { dehaId: 23, service: 'rent', amount: 17_900 },
  { dehaId: 34, service: 'purchase', amount: 329_000 },
  { dehaId: 34, service: 'rent', amount: 22_900 },
  { dehaId: 34, service: 'subscription', amount: 12_900 },
];
