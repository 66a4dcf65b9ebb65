import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { neededCode } from './fields.ts';
import { routes } from './routes.ts';

/** What becomes of a device as a whole. Each of these is refused while the device has an alarm that is not reset. */

const serialField = neededCode(40);
const named = z.object({ deviId: z.number(), deviceName: z.string() });

const deleteDevice = defineEndpoint({
  ...routes.deleteDevice,
  summary:
    'Delete a device: for partners, or where the device allows it. It is unknown from then on if it still sends. Twins are separated first',
  permission: 'DEVICE_DELETE_DATA',
  params: deviceParams,
  response: named,
});

const saveDeletionRule = defineEndpoint({
  ...routes.saveDeletionRule,
  summary: 'Whether users who do not work for a partner may delete the device as well',
  permission: 'DEVICE_DELETE_DATA',
  params: deviceParams,
  body: z.object({ allowDeviceDeletes: z.boolean() }),
  response: z.object({ allowDeviceDeletes: z.boolean() }),
});

const forgetHistory = defineEndpoint({
  ...routes.forgetHistory,
  summary: 'Delete the log and the positions of who wears the device now; alarms stay',
  permission: 'DEVICE_DELETE_DATA',
  params: deviceParams,
  response: named.extend({ transactions: z.number() }),
});

const findReplacement = defineEndpoint({
  ...routes.findReplacement,
  summary: 'The unit with a serial number that could replace a device',
  permission: 'DEVICE_ORGANIZATION',
  refusals: ['notInStock'],
  params: deviceParams,
  query: z.object({ serialNum: serialField }),
  response: named.extend({
    deviceSNNum: z.string(),
    detyName: z.string(),
    ownedByCustName: z.string(),
    lastMsgIn: z.number().nullable(),
    /** The settings of the device that the unit does not have. */
    settingsLost: z.array(z.string()),
  }),
});

const switchDevice = defineEndpoint({
  ...routes.switchDevice,
  summary:
    'Replace a device by another unit, which takes over its customer, name, note and settings. Each keeps its own history',
  permission: 'DEVICE_ORGANIZATION',
  params: deviceParams,
  body: z.object({ serialNum: serialField }),
  response: named,
});

export const deviceLifeCalls = {
  deleteDevice,
  saveDeletionRule,
  forgetHistory,
  findReplacement,
  switchDevice,
};
