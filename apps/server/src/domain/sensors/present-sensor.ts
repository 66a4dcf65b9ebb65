import { localDate } from '@varde/catalogue/local-date';
import { timeZoneOf } from '@varde/catalogue/markets';
import { defaultEventConfig, wholeWeek } from '@varde/catalogue/sensor-event-config';
import { sensorFunctionOf } from '@varde/catalogue/sensor-functions';
import { sensorActionsFor, sensorStatusOf } from '@varde/catalogue/sensor-statuses';
import { functionsOfType, sensorKindOf, sensorRowTypes, sensorTypeOf } from '@varde/catalogue/sensor-types';
import type { WalkTestRow } from '@varde/contract/device-logs';
import type { LearningSensor, Sensor, SensorRow } from '@varde/contract/sensors';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import { marketsOf } from '../customers/customers.ts';
import type { SensorRecord } from './list-sensors.ts';

const offline: readonly string[] = ['not_found', 'out_of_order', 'control_error', 'disconnected'];

export function presentSensor(sensor: SensorRecord): Sensor {
  const { deseId, name, gatewayId, macAddress, functionType, typeCode, functionCode, eventConfig } = sensor;
  const known = sensorFunctionOf(functionCode);
  const config = { ...defaultEventConfig(deseId), ...eventConfig };
  const schedule = config.schedule.length === 0 ? wholeWeek(deseId) : config.schedule;
  return {
    deseId,
    name,
    gatewayId,
    macAddress,
    functionType,
    type: { code: typeCode, supportedFunctions: functionsOfType(typeCode) },
    function: { code: functionCode, icon: known?.icon ?? 'unknown' },
    eventConfig: { ...config, schedule },
    status: {
      key: sensor.status,
      icon: sensorStatusOf(sensor.status).icon,
      online: !offline.includes(sensor.status),
    },
  };
}

export function presentSensorRow(sensor: SensorRecord): SensorRow {
  return {
    sensor: presentSensor(sensor),
    type: sensorRowTypes[sensorKindOf(sensor.typeCode)],
    rssi: sensor.rssi,
    rssiSaved: epoch(sensor.rssiAt),
    battery: sensor.battery,
    connected: sensor.connected,
    connectedStateDate: epoch(sensor.connectedAt),
    saved: sensor.saved,
    statusDoor: sensor.door,
    lastContact: epoch(sensor.lastContact),
    updating: sensor.waiting,
    actions: sensorActionsFor(sensor),
  };
}

export function presentLearningSensor(sensor: SensorRecord): LearningSensor {
  return {
    id: sensor.gatewayId,
    rssi: sensor.rssi,
    type: sensor.typeCode,
    time: epoch(sensor.foundAt),
    added: sensor.saved,
    pending: sensor.status === 'pending_create',
  };
}

/** The sensors of a walk test; their dates are those of the customer's market. */
export async function presentWalkTest(
  db: Database,
  custId: number,
  sensors: readonly SensorRecord[],
): Promise<WalkTestRow[]> {
  const timeZone = timeZoneOf((await marketsOf(db, [custId])).get(custId) ?? 1);
  return sensors.map((sensor) => presentWalkTestRow(sensor, timeZone));
}

function presentWalkTestRow(sensor: SensorRecord, timeZone: string): WalkTestRow {
  const type = sensorTypeOf(sensor.typeCode);
  return {
    gatewayId: sensor.gatewayId,
    name: sensor.name,
    sensorTypeCode: type?.walkTest ?? 'wireless',
    sensorTypeName: type?.key ?? null,
    dect: type?.dect ?? false,
    signalStrength: sensor.walkStrength,
    date: sensor.walkAt === null ? null : localDate(sensor.walkAt.getTime(), timeZone),
    time: epoch(sensor.walkAt),
  };
}
