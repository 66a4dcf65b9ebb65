import type { AuditAction } from '@varde/catalogue/audit-actions';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { Policy } from '@varde/catalogue/permissions';
import { recordAudit } from '#domain/audit/audit.ts';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { SensorChange } from '#domain/sensors/change-sensors.ts';
import { findSensor, type SensorRecord } from '#domain/sensors/list-sensors.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';

export type SensorDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>;

export interface SensorOptions {
  /** How often the list of sensors is fetched again, in seconds. */
  sensorRefresh: number;
}

const policy = 'DEVICE_SENSOR' satisfies Policy;

/** A device with sensors that the caller may see. Throws `notFound`, and `notAllowed` for hardware without sensors. */
export async function unitOf(db: Database, caller: Caller, deviId: number): Promise<DeviceRecord> {
  return withSensors(await findDevice(db, caller.scopeOf(policy), deviId));
}

function withSensors(device: DeviceRecord | undefined): DeviceRecord {
  if (device === undefined) throw new AppError('notFound');
  if (!hardwareById(device.dehaId)?.capabilities.sensors.length) throw new AppError('notAllowed');
  return device;
}

/** Records that somebody saw the sensors of a device. */
export const recordSensorLook = (
  { db, clock }: Pick<SensorDependencies, 'db' | 'clock'>,
  by: Caller,
  { deviId, custId }: DeviceRecord,
): Promise<void> => recordLook(db, { action: 'sensor.read', at: new Date(clock.now()), by, custId, deviId });

export interface UnitWork extends SensorChange {
  tx: Database;
  device: DeviceRecord;
  /** Records what was done. */
  audit(action: AuditAction, after: Record<string, unknown>): Promise<void>;
}

/** Changes something of a unit's sensors: under its lock, and told to those who follow it and to processing. */
export async function workOnUnit<Result>(
  { db, bus, clock }: SensorDependencies,
  caller: Caller,
  deviId: number,
  work: (unit: UnitWork) => Promise<Result>,
): Promise<Result> {
  const at = new Date(clock.now());
  return commitAndPublish({ db, bus }, async (tx, changes) => {
    const device = withSensors(await lockDevice(tx, caller.scopeOf(policy), deviId));
    const { custId } = device;
    const audit: UnitWork['audit'] = async (action, after) => {
      await recordAudit(tx, { action, at, by: caller, custId, deviId, after });
    };
    const result = await work({ tx, device, deviId, userId: caller.userId, at, audit });
    changes.publish({ type: 'devicePage', deviId, custId });
    changes.publish({ type: 'sensors', deviId, custId, learning: [], walkTest: [], changed: true });
    changes.commandsOf(deviId);
    return result;
  });
}

/** A sensor of a unit. Throws `notFound`. */
export async function sensorOf(db: Database, deviId: number, sensorId: number): Promise<SensorRecord> {
  const sensor = await findSensor(db, deviId, sensorId);
  if (sensor === undefined) throw new AppError('notFound');
  return sensor;
}
