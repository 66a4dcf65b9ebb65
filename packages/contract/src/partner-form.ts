import { highestPrice, type PartnerService, partnerServices } from '@varde/catalogue/partner-prices';
import * as z from 'zod/mini';

export const partnerServiceKeys = partnerServices.map(({ key }) => key) as [PartnerService, ...PartnerService[]];

const amount = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(highestPrice))));

/** New prices in one row of a partner's list: those that are named, in hundredths; null: no price. */
export const partnerPriceForm = z.object({
  amounts: z.object(
    Object.fromEntries(partnerServiceKeys.map((key) => [key, amount])) as Record<PartnerService, typeof amount>,
  ),
});
