import { outageKindKeys } from '@varde/catalogue/outages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { routes } from './routes.ts';

/** Times are Unix milliseconds. */
export const listOutages = defineEndpoint({
  ...routes.listOutages,
  summary:
    'Outages: at least 20 devices of a customer, or of one and those directly below it, that failed within ten minutes and still do, oldest first',
  permission: 'DEVICE_LIST',
  response: z.object({
    outages: z.array(
      z.object({
        kind: z.enum(outageKindKeys),
        custId: z.number(),
        custName: z.string(),
        /** Devices that still fail. */
        count: z.number(),
        /** When the first and the last of them failed. */
        since: z.number(),
        latest: z.number(),
      }),
    ),
  }),
});
export type OutageOfCustomer = z.output<typeof listOutages.response>['outages'][number];
