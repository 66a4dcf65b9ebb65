import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { routes } from './routes.ts';

const twinSchema = z.object({
  twin: z.enum(['NONE', 'MASTER', 'CLONE']),
  /** The other one of the pair; null: there is none. */
  twinDevice: z.object({ deviId: z.number(), deviceSerialNumber: z.string(), deviceName: z.string() }).nullable(),
  /** Where the console tells more about twins. */
  twinLearn: z.string(),
  /** `change`: the caller may add, swap and separate. */
  abilities: z.array(z.enum(['change'])),
});
export type Twin = z.output<typeof twinSchema>;

export const getTwin = defineEndpoint({
  ...routes.getTwin,
  summary: 'The twin of a device',
  permission: 'TWIN_DEVICE',
  params: deviceParams,
  response: twinSchema,
});

const deleteTwin = defineEndpoint({
  ...routes.deleteTwin,
  summary: 'Separate the twins: both stay devices of the customer',
  permission: 'TWIN_DEVICE',
  params: deviceParams,
  response: twinSchema,
});

const swapTwin = defineEndpoint({
  ...routes.swapTwin,
  summary: 'Swap original and twin: the note follows the original',
  permission: 'TWIN_DEVICE',
  params: deviceParams,
  response: twinSchema,
});

export const twinCalls = { getTwin, swapTwin, deleteTwin };
