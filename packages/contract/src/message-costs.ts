import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { chargedChannels } from './event-setup-form.ts';
import { readerFields } from './exports.ts';
import { idField } from './filters.ts';
import { routes } from './routes.ts';

/** SMS and calls of a month by one provider. */
const costSchema = z.object({
  /** `2026-11` */
  month: z.string(),
  channel: z.enum(chargedChannels),
  provider: z.string(),
  /** Those that the provider was handed. */
  messages: z.number(),
  /** Of these the ones that it refused, or that did not arrive or were not answered. */
  failed: z.number(),
  /** What the SMS count as: a long one has several parts. */
  parts: z.number(),
  /** Of answered calls. */
  seconds: z.number(),
  /** In ten-thousandths of the currency of the account at the provider; null: it says no prices. */
  price: z.number().nullable(),
});
export type MessageCost = z.output<typeof costSchema>;

export const listMessageCosts = defineEndpoint({
  ...routes.listMessageCosts,
  summary:
    'SMS and calls for a customer and those below it, in this month and the twelve before it, the latest first, divided in the time zone',
  permission: 'ADMIN',
  params: z.object({ custId: idField }),
  query: z.object({ timeZone: readerFields.timeZone }),
  response: z.object({ costs: z.array(costSchema) }),
});
