import { userImageTypes } from '@varde/catalogue/image-types';
import { sensorFunctionCodes } from '@varde/catalogue/sensor-functions';
import { homeSignalMax } from '@varde/catalogue/sensor-signal';
import { sensorRowActions, sensorStatusKeys } from '@varde/catalogue/sensor-statuses';
import { sensorRowTypes, sensorTypes } from '@varde/catalogue/sensor-types';
import { z } from 'zod';
import { commandReason } from './commands.ts';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { codeField, neededLine, pageQuery } from './fields.ts';
import { deviceFilterFields, idField, noteFilterFields } from './filters.ts';
import { routes } from './routes.ts';
import { transactionSchema } from './transactions.ts';

const permission = 'DEVICE_SENSOR';

const clock = codeField(5).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const seconds = z.int().min(0).max(604_800);

/** When and how the events of a sensor count. Names: specification 1, section 3; `supervision` is ours. */
export const sensorEventConfigSchema = z.object({
  active: z.boolean(),
  /** Seconds. */
  delay: seconds,
  allowedOpenTime: seconds,
  powerFailureReportDelay: seconds,
  supervision: seconds,
  /** The gateway id of the DECT unit that speaks for the sensor. */
  voiceSatellite: z.nullable(codeField(40)),
  /** Seven days, Monday (0) first; empty: every day, all day. */
  schedule: z
    .array(
      z.object({
        sensorId: idField,
        active: z.boolean(),
        fromTime: clock,
        toTime: clock,
        day: z.int().min(0).max(6),
      }),
    )
    .max(7),
});

/** Field names: specification 2, section 3 "Sensor". */
export const sensorSchema = z.object({
  deseId: z.number(),
  name: z.string(),
  /** The unit's own name for it: its serial number. */
  gatewayId: z.string(),
  macAddress: z.string().nullable(),
  functionType: z.string().nullable(),
  type: z.object({
    /** Of the catalogue, or the unit's own, which is not supported. */
    code: z.string(),
    supportedFunctions: z.array(z.enum(sensorFunctionCodes)),
  }),
  function: z.object({ code: z.string(), icon: z.string() }),
  eventConfig: sensorEventConfigSchema,
  status: z.object({ key: z.enum(sensorStatusKeys), icon: z.string(), online: z.boolean() }),
});
export type Sensor = z.output<typeof sensorSchema>;

/** Field names: specification 2, section 3 "Sensor row". Times are Unix milliseconds. */
export const sensorRowSchema = z.object({
  sensor: sensorSchema,
  type: z.enum(Object.values(sensorRowTypes)),
  /** 0 to 9 for home sensors, dBm for the others; null: not known. */
  rssi: z.number().nullable(),
  rssiSaved: z.number().nullable(),
  /** Percent. */
  battery: z.number().nullable(),
  connected: z.boolean().nullable(),
  connectedStateDate: z.number().nullable(),
  saved: z.boolean(),
  /** -1 closed, 1 open; null: it has no door. */
  statusDoor: z.number().nullable(),
  lastContact: z.number().nullable(),
  /** A change of it is on its way. */
  updating: z.boolean(),
  actions: z.array(z.enum(sensorRowActions)),
});
export type SensorRow = z.output<typeof sensorRowSchema>;

/** Field names: specification 2, section 3 "Learning sensor". */
export const learningSensorSchema = z.object({
  /** Its gateway id. */
  id: z.string(),
  rssi: z.number().nullable(),
  type: z.string(),
  time: z.number().nullable(),
  /** The unit has it. */
  added: z.boolean(),
  /** It is about to get it. */
  pending: z.boolean(),
});
export type LearningSensor = z.output<typeof learningSensorSchema>;

export const sensorRunStates = ['idle', 'starting', 'active', 'ending'] as const;
export const sensorRunFields = {
  state: z.enum(sensorRunStates),
};

const sensorParams = deviceParams.extend({ sensorId: idField });
const nothing = z.object({});

/** A sensor with its device, and without what only the pages of the device show. */
export const userSensorSchema = sensorSchema.omit({ eventConfig: true, functionType: true }).extend({
  deviId: z.number(),
  deviceName: z.string(),
  deviceSNNum: z.string(),
});
export type UserSensor = z.output<typeof userSensorSchema>;

export const sensorsForUser = defineEndpoint({
  ...routes.sensorsForUser,
  summary: 'The sensors of all devices that the caller may see, by device',
  permission,
  query: z.object({
    /** Part of the name, the serial number or the address of a sensor. */
    search: deviceFilterFields.sensor,
    deviIds: noteFilterFields.deviIds,
    ...pageQuery,
  }),
  response: z.object({ sensors: z.array(userSensorSchema), nextCursor: z.string().nullable() }),
});

const fetchSensors = defineEndpoint({
  ...routes.fetchSensors,
  summary: 'The sensors of a device, errors first. Of base stations and wristbands only the saved ones',
  permission,
  params: deviceParams,
  response: z.object({
    sensors: z.array(sensorRowSchema),
    /** The unit is about to report all of them. */
    isSyncing: z.boolean(),
    /** Seconds after which they are fetched again. */
    sensorRefresh: z.number(),
  }),
});

const getSensor = defineEndpoint({
  ...routes.getSensor,
  summary: 'One sensor of a device',
  permission,
  params: sensorParams,
  response: sensorRowSchema,
});

export const listSensorTransactions = defineEndpoint({
  ...routes.listSensorTransactions,
  summary: 'The messages about a sensor, newest first',
  permission: 'DEVICE_TRANSACTION_LOG',
  params: sensorParams,
  query: z.object(pageQuery),
  response: z.object({ transactions: z.array(transactionSchema), nextCursor: z.string().nullable() }),
});

const sensorName = neededLine(60);
const sensorFunction = {
  deviceFunction: z.enum(sensorFunctionCodes),
  /** One of the function's types; null where it has none. */
  funcType: z.nullable(codeField(20)),
  eventConfig: sensorEventConfigSchema,
};

const editSensorName = defineEndpoint({
  ...routes.editSensorName,
  summary: 'Rename a sensor. It is renamed in the unit as well',
  permission,
  params: sensorParams,
  body: z.object({ name: sensorName }),
  response: sensorRowSchema,
});

const editSensorFunction = defineEndpoint({
  ...routes.editSensorFunction,
  summary: 'Set what a sensor watches for, and when its events count',
  permission,
  params: sensorParams,
  body: z.object(sensorFunction),
  response: sensorRowSchema,
});

const editSensorType = defineEndpoint({
  ...routes.editSensorType,
  summary: 'Set the type of a sensor that the unit does not know',
  permission,
  params: sensorParams,
  body: z.object({ deviceType: z.enum(sensorTypes.map(({ code }) => code)) }),
  response: sensorRowSchema,
});

const saveSensorEventConfig = defineEndpoint({
  ...routes.saveSensorEventConfig,
  summary: 'Set when the events of a sensor count',
  permission,
  params: sensorParams,
  body: z.object({ eventConfig: sensorEventConfigSchema }),
  response: sensorRowSchema,
});

const processSensor = defineEndpoint({
  ...routes.processSensor,
  summary: 'Say what a sensor is for that the unit waits to be told about',
  permission,
  params: sensorParams,
  body: z.object({ deviceType: z.enum(sensorTypes.map(({ code }) => code)), ...sensorFunction }),
  response: sensorRowSchema,
});

const deleteSensor = defineEndpoint({
  ...routes.deleteSensor,
  summary: 'Remove a sensor from its unit',
  permission,
  params: sensorParams,
  response: nothing,
});

const getFunctionsForType = defineEndpoint({
  ...routes.getFunctionsForType,
  summary: 'What a type of sensor can watch for',
  permission: 'session',
  params: z.object({ typeCode: codeField(20) }),
  response: z.object({ functions: z.array(z.enum(sensorFunctionCodes)) }),
});

const gatewayId = codeField(40).check(z.regex(/^[A-Za-z0-9:_.-]{1,40}$/));

const addSensor = defineEndpoint({
  ...routes.addSensor,
  summary: 'Add a sensor to a unit by its serial number',
  permission,
  params: deviceParams,
  body: z.object({ serialNumber: gatewayId, name: sensorName }),
  response: nothing,
});

/** How far the image is that somebody asked the camera of a sensor for. */
const captureSchema = z.object({
  /** `waiting`: the unit was asked for it. `taken`: it is here. `none`: nobody asked, or what came is too old. */
  state: z.enum(['none', 'waiting', 'taken', 'failed']),
  /** When it came, or was asked for, Unix milliseconds. */
  at: z.number().nullable(),
  /** Why it failed, as for other commands; `noImage`: the unit has confirmed it, and sent none. */
  reason: commandReason,
  /** The unit's own words when it refused. */
  answer: z.string().nullable(),
});
export type Capture = z.output<typeof captureSchema>;

const captureImage = defineEndpoint({
  ...routes.captureImage,
  summary: 'Have the camera of a sensor take a picture. The picture before it is deleted',
  permission,
  params: deviceParams,
  body: z.object({ gatewayId }),
  response: captureSchema,
});

const getCapture = defineEndpoint({
  ...routes.getCapture,
  summary: 'How far the picture is that the camera of a sensor was asked for',
  permission,
  params: sensorParams,
  response: captureSchema,
});

const getSensorImage = defineEndpoint({
  ...routes.getSensorImage,
  summary: 'The picture that the camera of a sensor took, for half an hour. `timestamp` is not read',
  permission,
  params: z.object({ deseId: idField }),
  query: z.object({ timestamp: z.optional(codeField(20).check(z.regex(/^\d*$/))) }),
  file: userImageTypes,
  response: z.custom<Uint8Array>(),
});

const syncSensors = defineEndpoint({
  ...routes.syncSensors,
  summary: 'Have a unit report all of its sensors',
  permission,
  params: deviceParams,
  response: nothing,
});

const learning = z.object({
  ...sensorRunFields,
  /** Seconds until the unit stops by itself. */
  learningRemaining: z.number(),
  /** What the unit heard in this run. */
  sensors: z.array(learningSensorSchema),
});

export const getLearning = defineEndpoint({
  ...routes.getLearning,
  summary: 'How far the local learning of a unit is, and what it heard',
  permission,
  params: deviceParams,
  response: learning,
});

const startLearning = defineEndpoint({
  ...routes.startLearning,
  summary: 'Have a unit listen for new sensors for some minutes',
  permission,
  params: deviceParams,
  response: learning,
});

const stopLearning = defineEndpoint({
  ...routes.stopLearning,
  summary: 'End the local learning of a unit',
  permission,
  params: deviceParams,
  response: learning,
});

const addLearningSensor = defineEndpoint({
  ...routes.addLearningSensor,
  summary: 'Add a sensor that the unit heard while it learned',
  permission,
  params: deviceParams,
  body: z.object({ gatewayId, rssi: z.int().min(-120).max(homeSignalMax).nullable() }),
  response: learning,
});

const connectBaseStation = defineEndpoint({
  ...routes.connectBaseStation,
  summary: 'Connect a watch with a base station that it hears',
  permission,
  params: deviceParams,
  body: z.object({ gatewayId }),
  response: learning,
});

const fetchUnsavedSensors = defineEndpoint({
  ...routes.fetchUnsavedSensors,
  summary: 'The sensors that a unit heard and does not have',
  permission,
  params: deviceParams,
  response: z.object({ sensors: z.array(learningSensorSchema) }),
});

export const sensorCalls = {
  sensorsForUser,
  fetchSensors,
  addSensor,
  syncSensors,
  fetchUnsavedSensors,
  connectBaseStation,
  getSensor,
  deleteSensor,
  editSensorName,
  editSensorFunction,
  editSensorType,
  saveSensorEventConfig,
  processSensor,
  captureImage,
  getCapture,
  getSensorImage,
  getFunctionsForType,
  getLearning,
  startLearning,
  stopLearning,
  addLearningSensor,
};
