import { alarmKinds } from '@varde/catalogue/alarm-kinds';
import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { idInBody } from './fields.ts';
import { routes } from './routes.ts';

const centreName = z.object({ custId: z.number(), firmName: z.string() });
/** `takesAlarms` false: no alarm goes to it. */
const centre = centreName.extend({ takesAlarms: z.boolean() });

/** The alarm centre of a device, and those to choose from. */
export const deviceCentreSchema = z.object({
  /** The centre that its alarms go to; null: none. */
  ahp: centre.nullable(),
  /** The centre of its customer, or of the nearest customer above that has chosen one. */
  defaultAhp: centre.nullable(),
  /** Those that take alarms, by name. */
  centres: z.array(centreName),
  mayEdit: z.boolean(),
});
export type DeviceCentre = z.output<typeof deviceCentreSchema>;

const getDefaultAhp = defineEndpoint({
  ...routes.getDefaultAhp,
  summary:
    'The alarm centre that alarms of a device go to after its notification list, and the default of its customer',
  permission: 'ALARM_CENTRE',
  params: deviceParams,
  response: deviceCentreSchema,
});

const setAhp = defineEndpoint({
  ...routes.setAhp,
  summary: 'Give the alarms of a device to an alarm centre, or to none (null)',
  permission: 'ALARM_CENTRE',
  params: deviceParams,
  body: z.object({ ahpId: z.nullable(idInBody) }),
  response: deviceCentreSchema,
});

const getAhpPrivateLink = defineEndpoint({
  ...routes.getAhpPrivateLink,
  summary:
    'Where a private customer orders the service of the alarm centre of a device. Null for other customers, and for a centre without such an address',
  permission: 'ALARM_CENTRE',
  params: deviceParams,
  response: z.object({ link: z.object({ url: z.string(), firmName: z.string() }).nullable() }),
});

/** What event setup a device has. */
export const eventSetupCapabilitiesSchema = z.object({
  /** The alarms that it can raise. */
  events: z.array(z.enum(alarmKinds)),
  /**
   * It has the setting: receivers, whom Varde tells its alarms. It is no twin, and its alarms go to no other receiver
   * than Varde. The list itself has a call of its own.
   */
  deviceEventSetups: z.boolean(),
  vardeAsReceiver: z.boolean(),
  twin: z.enum(['NONE', 'MASTER', 'CLONE']),
  /** The alarm centre that gets an alarm which nobody on the list takes; null: none. */
  alarmCentre: centreName.nullable(),
});

const getEventSetupCapabilities = defineEndpoint({
  ...routes.getEventSetupCapabilities,
  summary: 'What event setup a device has: its alarms, whether it has receivers, and its alarm centre',
  permission: 'EVENT_SETUP',
  params: deviceParams,
  response: eventSetupCapabilitiesSchema,
});

export const alarmCentreCalls = { getEventSetupCapabilities, getDefaultAhp, setAhp, getAhpPrivateLink };
