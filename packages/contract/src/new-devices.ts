import { z } from 'zod';
import { importDevices } from './device-import.ts';
import { defineEndpoint } from './endpoint.ts';
import { idInBody, neededCode, neededLine, numberField } from './fields.ts';
import { routes } from './routes.ts';

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

export const newDeviceCalls = { findStock, addDevice, importDevices };
