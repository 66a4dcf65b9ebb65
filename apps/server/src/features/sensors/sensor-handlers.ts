import type { SensorChanges } from '@varde/catalogue/sensor-commands';
import {
  delayOptions,
  powerFailureReportDelays,
  supervisionOptions,
  wholeWeek,
} from '@varde/catalogue/sensor-event-config';
import { isValidFunctionType } from '@varde/catalogue/sensor-functions';
import { functionsOfType, isValidFunction } from '@varde/catalogue/sensor-types';
import type { api } from '@varde/contract/api';
import type { Sensor, SensorRow } from '@varde/contract/sensors';
import {
  addSensor,
  cancelSensorCommands,
  changeSensor,
  mostSensors,
  queueSensorCommand,
} from '#domain/sensors/change-sensors.ts';
import { allSensorsOf, removeSensors, type SensorRecord, sensorsOf } from '#domain/sensors/list-sensors.ts';
import { presentSensorRow } from '#domain/sensors/present-sensor.ts';
import { isSyncing } from '#domain/sensors/sensor-commands.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import {
  recordSensorLook,
  type SensorDependencies,
  type SensorOptions,
  sensorOf,
  type UnitWork,
  unitOf,
  workOnUnit,
} from './work-on-unit.ts';

type SensorCalls = Handlers<(typeof api)['sensors']>;

/** What a unit has, and what it is told to take and to leave. */
export function listHandlers(
  dependencies: SensorDependencies & SensorOptions,
): Pick<
  SensorCalls,
  'fetchSensors' | 'getSensor' | 'addSensor' | 'syncSensors' | 'deleteSensor' | 'getFunctionsForType'
> {
  const { db } = dependencies;
  return {
    async fetchSensors({ params: { deviId } }, caller) {
      const unit = await unitOf(db, caller, deviId);
      await recordSensorLook(dependencies, caller, unit);
      const sensors = (await sensorsOf(db, deviId)).map(presentSensorRow);
      return { sensors, isSyncing: await isSyncing(db, deviId), sensorRefresh: dependencies.sensorRefresh };
    },

    async getSensor({ params: { deviId, sensorId } }, caller) {
      const unit = await unitOf(db, caller, deviId);
      await recordSensorLook(dependencies, caller, unit);
      return presentSensorRow(await sensorOf(db, deviId, sensorId));
    },

    addSensor: ({ params: { deviId }, body: { serialNumber, name } }, caller) =>
      workOnUnit(dependencies, caller, deviId, async (unit) => {
        await requireRoom(unit, serialNumber);
        await addSensor(unit.tx, unit, { gatewayId: serialNumber, name, rssi: null });
        await unit.audit('sensor.added', { gatewayId: serialNumber });
        return {};
      }),

    syncSensors: ({ params: { deviId } }, caller) =>
      workOnUnit(dependencies, caller, deviId, async (unit) => {
        if (await isSyncing(unit.tx, deviId)) return {};
        await queueSensorCommand(unit.tx, unit, { kind: 'syncSensors' });
        await unit.audit('sensor.synced', {});
        return {};
      }),

    deleteSensor: ({ params: { deviId, sensorId } }, caller) =>
      workOnUnit(dependencies, caller, deviId, async (unit) => {
        const { gatewayId, saved, status } = await sensorOf(unit.tx, deviId, sensorId);
        if (status === 'pending_delete') return {};
        await cancelSensorCommands(unit.tx, unit, gatewayId);
        if (!saved) await removeSensors(unit.tx, deviId, [gatewayId]);
        // Also for one that it does not have: the command to take it may have reached it.
        await queueSensorCommand(unit.tx, unit, { kind: 'deleteSensor', gatewayId });
        await unit.audit('sensor.deleted', { sensorId, gatewayId });
        return {};
      }),

    getFunctionsForType: async ({ params: { typeCode } }) => ({ functions: functionsOfType(typeCode) }),
  };
}

/** Throws when the unit has the sensor already, or has no room for another. */
export async function requireRoom({ tx, deviId }: UnitWork, gatewayId: string): Promise<void> {
  const known = await allSensorsOf(tx, deviId);
  const same = known.find((sensor) => sensor.gatewayId === gatewayId);
  if (same?.saved || same?.waiting) throw new AppError('serialTaken');
  if (known.filter(({ saved, waiting }) => saved || waiting).length >= mostSensors)
    throw new AppError('validationFailed', [
      { path: 'serialNumber', message: 'the unit has as many sensors as it can have' },
    ]);
}

/** What a sensor is and does. */
export function editHandlers(
  dependencies: SensorDependencies,
): Pick<
  SensorCalls,
  'editSensorName' | 'editSensorFunction' | 'editSensorType' | 'saveSensorEventConfig' | 'processSensor'
> {
  const edit = (
    { deviId, sensorId }: { deviId: number; sensorId: number },
    caller: Caller,
    changesOf: (sensor: SensorRecord) => SensorChanges,
  ): Promise<SensorRow> =>
    workOnUnit(dependencies, caller, deviId, async (unit) => {
      const sensor = await sensorOf(unit.tx, deviId, sensorId);
      if (sensor.status === 'pending_create' || sensor.status === 'pending_delete')
        throw new AppError('commandUnderWay');
      if (!sensor.saved) throw new AppError('notFound'); // the unit does not have it, so there is nothing to tell it
      const changes = changesOf(sensor);
      await changeSensor(unit.tx, unit, sensor.gatewayId, changes);
      await unit.audit('sensor.changed', { sensorId, changed: Object.keys(changes) });
      return presentSensorRow(await sensorOf(unit.tx, deviId, sensorId));
    });
  return {
    editSensorName: ({ params, body: { name } }, caller) => edit(params, caller, () => ({ name })),

    editSensorFunction: ({ params, body }, caller) =>
      edit(params, caller, ({ typeCode }) => functionChanges(params.sensorId, typeCode, body)),

    editSensorType: ({ params, body: { deviceType } }, caller) =>
      edit(params, caller, () => ({ typeCode: deviceType })),

    saveSensorEventConfig: ({ params, body: { eventConfig } }, caller) =>
      edit(params, caller, ({ typeCode, functionCode }) => ({
        eventConfig: checkedConfig(params.sensorId, eventConfig, { typeCode, functionCode }),
      })),

    processSensor: ({ params, body: { deviceType, ...asked } }, caller) =>
      edit(params, caller, ({ status }) => {
        if (status !== 'proc_req') throw new AppError('commandUnderWay');
        return { typeCode: deviceType, ...functionChanges(params.sensorId, deviceType, asked) };
      }),
  };
}

interface AskedFunction {
  deviceFunction: string;
  funcType: string | null;
  eventConfig: Sensor['eventConfig'];
}

function functionChanges(sensorId: number, typeCode: string, asked: AskedFunction): SensorChanges {
  const { deviceFunction, funcType, eventConfig } = asked;
  if (!isValidFunction(typeCode, deviceFunction)) throw invalid('deviceFunction');
  if (!isValidFunctionType(deviceFunction, funcType)) throw invalid('funcType');
  return {
    functionCode: deviceFunction,
    functionType: funcType,
    eventConfig: checkedConfig(sensorId, eventConfig, { typeCode, functionCode: deviceFunction }),
  };
}

/** Of the offered values; an empty schedule is the whole week. */
function checkedConfig(
  sensorId: number,
  config: Sensor['eventConfig'],
  { typeCode, functionCode }: { typeCode: string; functionCode: string },
): Sensor['eventConfig'] {
  const { delay, allowedOpenTime, powerFailureReportDelay, supervision, schedule } = config;
  const offered = delayOptions(functionCode);
  const isOffered = (options: readonly number[], value: number) => options.includes(value);
  if (!isOffered(offered, delay)) throw invalid('eventConfig.delay');
  if (!isOffered(offered, allowedOpenTime)) throw invalid('eventConfig.allowedOpenTime');
  if (!isOffered(powerFailureReportDelays, powerFailureReportDelay))
    throw invalid('eventConfig.powerFailureReportDelay');
  if (!isOffered(supervisionOptions(typeCode), supervision)) throw invalid('eventConfig.supervision');
  if (schedule.length === 0) return { ...config, schedule: wholeWeek(sensorId) };
  const days = schedule.map(({ day }) => day).sort();
  if (days.length !== 7 || days.some((day, at) => day !== at) || schedule.some((day) => day.sensorId !== sensorId))
    throw invalid('eventConfig.schedule');
  return config;
}

const invalid = (path: string) =>
  new AppError('validationFailed', [{ path, message: 'is not offered for this sensor' }]);
