import { messageStates } from '@varde/catalogue/message-states';
import { walkTestTypeCodes } from '@varde/catalogue/sensor-types';
import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { pageQuery } from './fields.ts';
import { routes } from './routes.ts';
import { sensorRunStates } from './sensors.ts';

const permission = 'DEVICE_LOGS';

const callOf = {
  /** When it began, Unix milliseconds. */
  at: z.number(),
  /** E.164, or as the device writes it; null: erased. */
  number: z.string().nullable(),
  /** Null: not answered, or not known. */
  seconds: z.number().nullable(),
};

export const deviceCallSchema = z.discriminatedUnion('source', [
  /** Varde called a receiver about an alarm of the device. */
  z.object({
    source: z.literal('alarm'),
    ...callOf,
    /** The number of the attempt. */
    id: z.number(),
    alarmId: z.number(),
    /** The kind of the alarm. */
    metyId: z.number(),
    /** Of the receiver. */
    name: z.string(),
    /** `delivered`: it was answered. Null: erased before its end. */
    state: z.enum(messageStates).nullable(),
    /** Why it failed, in the provider's words. */
    reason: z.string().nullable(),
    answer: z.enum(['taken', 'declined']).nullable(),
  }),
  /** The device recorded a call of its own. Its numbers for status and result are its maker's. */
  z.object({
    source: z.literal('device'),
    ...callOf,
    /** The number of the transaction. */
    id: z.number(),
    status: z.string().nullable(),
    result: z.string().nullable(),
  }),
]);
export type DeviceCall = z.output<typeof deviceCallSchema>;

const listDeviceCalls = defineEndpoint({
  ...routes.listDeviceCalls,
  summary:
    'The calls about a device, newest first: those of Varde to receivers of its alarms, and those that the device recorded itself',
  permission,
  params: deviceParams,
  query: z.object(pageQuery),
  response: z.object({ calls: z.array(deviceCallSchema), nextCursor: z.string().nullable() }),
});

/** A sensor of a walk test. Field names: specification 2, section 3. */
export const walkTestRowSchema = z.object({
  gatewayId: z.string(),
  name: z.string(),
  sensorTypeCode: z.enum(walkTestTypeCodes),
  /** Names the text of its type; null: a type that Varde does not know. */
  sensorTypeName: z.string().nullable(),
  /** It is a DECT unit. */
  dect: z.boolean(),
  /** 0 to 9; null: no data. */
  signalStrength: z.number().nullable(),
  /** The day on which it was measured, as `2026-01-15`, in the time zone of the device's customer; null: no data. */
  date: z.string().nullable(),
  /** When it was measured, Unix milliseconds; null: no data. */
  time: z.number().nullable(),
});
export type WalkTestRow = z.output<typeof walkTestRowSchema>;

const walkTest = z.object({
  state: z.enum(sensorRunStates),
  /** Seconds until the unit stops by itself. */
  remaining: z.number(),
  /** When the present run, or the last one, began, Unix milliseconds; null: there was none. */
  startedAt: z.number().nullable(),
  sensors: z.array(walkTestRowSchema),
});

export const getWalkTest = defineEndpoint({
  ...routes.getWalkTest,
  summary: 'How far the walk test of a home unit is, and what was measured for each of its sensors',
  permission: ['DEVICE_LOGS', 'DEVICE_SENSOR'],
  params: deviceParams,
  response: walkTest,
});

const startWalkTest = defineEndpoint({
  ...routes.startWalkTest,
  summary: 'Have a unit measure the signal of each sensor that is used',
  permission: 'DEVICE_SENSOR',
  params: deviceParams,
  response: walkTest,
});

const stopWalkTest = defineEndpoint({
  ...routes.stopWalkTest,
  summary: 'End the walk test of a unit',
  permission: 'DEVICE_SENSOR',
  params: deviceParams,
  response: walkTest,
});

export const deviceLogCalls = { listDeviceCalls, getWalkTest, startWalkTest, stopWalkTest };
