import { hardwareList } from './hardware/index.ts';

/** What a partner has prices for (Varde's own list: the specification names the policy alone). `per`: what one price is for. */
export const partnerServices = [
  { key: 'purchase', per: 'unit' },
  { key: 'rent', per: 'month' },
  { key: 'subscription', per: 'month' },
  { key: 'alarmReception', per: 'month' },
  { key: 'installation', per: 'unit' },
] as const;
export type PartnerService = (typeof partnerServices)[number]['key'];

/**
 * In place of the number of a type (specification 1, section 3 "Hardware ids"): all hardware, and what holds for
 * hardware without a price of its own.
 */
export const allHardware = 0;
export const defaultHardware = -1;

/** The rows of a price list, in their order: all types, types without a price of their own, and each type. */
export const pricedHardware: readonly number[] = [
  allHardware,
  defaultHardware,
  ...hardwareList.map(({ dehaId }) => dehaId),
];

/** In hundredths of the currency: ten million. */
export const highestPrice = 1_000_000_000;

/** The price of a service for a type of device. */
export interface PartnerPrice {
  /** A type of device, `allHardware` or `defaultHardware`. */
  dehaId: number;
  service: PartnerService;
  /** Hundredths of the currency, without tax. */
  amount: number;
}

/** The price that a list has for a service in one of its rows; null: none. */
export const priceIn = (
  prices: readonly PartnerPrice[],
  { dehaId, service }: Omit<PartnerPrice, 'amount'>,
): number | null => prices.find((price) => price.dehaId === dehaId && price.service === service)?.amount ?? null;

/** The price in effect for a type: that of all hardware, else its own, else the default; null: none. */
export const priceOf = (prices: readonly PartnerPrice[], asked: Omit<PartnerPrice, 'amount'>): number | null =>
  priceIn(prices, { ...asked, dehaId: allHardware }) ??
  priceIn(prices, asked) ??
  priceIn(prices, { ...asked, dehaId: defaultHardware });
