import { currencies } from '@varde/catalogue/markets';
import { pricedHardware } from '@varde/catalogue/partner-prices';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { pageQuery } from './fields.ts';
import { idField } from './filters.ts';
import { partnerPriceForm, partnerServiceKeys } from './partner-form.ts';
import { routes } from './routes.ts';

export const partnerSchema = z.object({
  custId: z.number(),
  firmName: z.string(),
  orgNumber: z.string().nullable(),
  /** Below it, without itself. */
  customerCount: z.number(),
  /** Its own and those of the customers below it. */
  deviceCount: z.number(),
  /** `prices`: see its price list. */
  abilities: z.array(z.enum(['prices'])),
});
export type Partner = z.output<typeof partnerSchema>;

export const partnerPricesSchema = z.object({
  custId: z.number(),
  firmName: z.string(),
  /** ISO 4217, of the market of the partner. */
  currency: z.enum(currencies),
  prices: z.array(
    z.object({
      /** A type of device; 0: all of them; -1: those without a price of their own. */
      dehaId: z.number(),
      service: z.enum(partnerServiceKeys),
      /** Hundredths of the currency, without tax. */
      amount: z.number(),
    }),
  ),
  mayEdit: z.boolean(),
});
export type PartnerPrices = z.output<typeof partnerPricesSchema>;

const params = z.object({ custId: idField });

/** A row of a price list. */
const rowField = z.enum(pricedHardware.map(String)).transform((row) => Number(row));

const listPartners = defineEndpoint({
  ...routes.listPartners,
  summary: 'The partners at which the caller holds the policy, by name',
  permission: 'PARTNER',
  query: z.object(pageQuery),
  response: z.object({ partners: z.array(partnerSchema), nextCursor: z.string().nullable() }),
});

const getPartnerPrices = defineEndpoint({
  ...routes.getPartnerPrices,
  summary: 'The price list of a partner, by type of device and service',
  permission: 'PARTNER_PRICES',
  params,
  response: partnerPricesSchema,
});

export const savePartnerPrices = defineEndpoint({
  ...routes.savePartnerPrices,
  summary:
    'Change prices in one row of the list of a partner: of a type of device, of all types (0) or of those without a price of their own (-1). Services that are not named keep their price',
  permission: 'ADMIN',
  params: params.extend({ dehaId: rowField }),
  body: z.object(partnerPriceForm.shape),
  response: partnerPricesSchema,
});

export const partnerCalls = { listPartners, getPartnerPrices, savePartnerPrices };
