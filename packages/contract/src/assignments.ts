import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { idInBody } from './fields.ts';
import { routes } from './routes.ts';

export const assignDevice = defineEndpoint({
  ...routes.assignDevice,
  summary:
    'Give a device to somebody else, at the same customer or another one: history begins anew. Refused while an alarm is open',
  permission: 'DEVICE_ORGANIZATION',
  params: deviceParams,
  body: z.object({ custId: idInBody }),
  response: z.object({
    deviId: z.number(),
    custId: z.number(),
    firmName: z.string(),
    /** Unix milliseconds. */
    beginsAt: z.number(),
  }),
});
