import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { idInBody, neededCode, neededLine, numberField } from './fields.ts';
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

/** Hardware that can be added, and a unit in stock by its serial number. */
const findStock = defineEndpoint({
  ...routes.findStock,
  summary: 'The unit in stock with a serial number',
  permission: 'ADD_DEVICE_MENU',
  query: z.object({ serialNum: neededCode(40) }),
  response: z.object({
    /** Null: none in the stock of the caller’s customers has the number. */
    unit: z
      .object({ deviId: z.number(), dehaId: z.number(), deviceSNNum: z.string(), custName: z.string() })
      .nullable(),
    /** The caller may register a unit that is not in stock. */
    mayRegister: z.boolean(),
  }),
});

export const addDevice = defineEndpoint({
  ...routes.addDevice,
  summary:
    'Take a unit from stock into use for a customer, or register one that is not in stock; with `twinOf` as the twin of that device, at its customer',
  permission: 'ADD_DEVICE_MENU',
  body: z.object({
    deviceSerialNumber: neededCode(40),
    deviceName: neededLine(80),
    custId: idInBody,
    twinOf: z.nullable(idInBody),
    /** Of a unit that is not in stock; null: it is. */
    unit: z.nullable(z.object({ dehaId: z.int().min(1).max(32_767), identity: neededCode(40), phone: numberField })),
  }),
  response: z.object({
    deviId: z.number(),
    dehaId: z.number(),
    deviceName: z.string(),
    /** Of a unit that was registered on a protocol with tokens; it cannot be shown again. */
    token: z.string().nullable(),
  }),
});

export const twinCalls = { findStock, addDevice, getTwin, swapTwin, deleteTwin };
