import type { AuditAction } from '@varde/catalogue/audit-actions';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { SensorCommand } from '@varde/catalogue/sensor-commands';
import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { queueSensorCommand } from '#domain/sensors/change-sensors.ts';
import { sensorsOf } from '#domain/sensors/list-sensors.ts';
import { presentWalkTest } from '#domain/sensors/present-sensor.ts';
import { runCommands, runOf, type SensorRun } from '#domain/sensors/sensor-commands.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';

export type WalkTestDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>;

const { start, stop, seconds } = runCommands('walkTest');

/** The walk test of a home unit: somebody uses each sensor, and the unit measures its signal. */
export function walkTestHandlers({
  db,
  bus,
  clock,
}: WalkTestDependencies): Pick<Handlers<(typeof api)['deviceLogs']>, 'getWalkTest' | 'startWalkTest' | 'stopWalkTest'> {
  const walkTest = async (tx: Database, { deviId, custId }: Pick<DeviceRecord, 'deviId' | 'custId'>, now: Date) => {
    const { state, remaining, startedAt } = await runOf(tx, deviId, 'walkTest', now);
    const sensors = (await sensorsOf(tx, deviId)).filter(({ saved }) => saved);
    return { state, remaining, startedAt: epoch(startedAt), sensors: await presentWalkTest(tx, custId, sensors) };
  };
  /** Queues a command unless the run is already on its way there. */
  const command = (
    caller: Caller,
    deviId: number,
    { order, action, unless }: { order: SensorCommand; action: AuditAction; unless: readonly SensorRun['state'][] },
  ) => {
    const at = new Date(clock.now());
    return commitAndPublish({ db, bus }, async (tx, changes) => {
      const device = await lockDevice(tx, caller.scopeOf('DEVICE_SENSOR'), deviId);
      if (device === undefined) throw new AppError('notFound');
      if (!hardwareById(device.dehaId)?.capabilities.walkTest) throw new AppError('notAllowed');
      const { custId } = device;
      const { state } = await runOf(tx, deviId, 'walkTest', at);
      if (!unless.includes(state)) {
        const commandId = await queueSensorCommand(tx, { deviId, userId: caller.userId, at }, order);
        await recordAudit(tx, { action, at, by: caller, custId, deviId, after: { commandId } });
        changes.publish({ type: 'devicePage', deviId, custId });
        changes.commandsOf(deviId);
      }
      return walkTest(tx, device, at);
    });
  };
  return {
    async getWalkTest({ params: { deviId } }, caller) {
      const device =
        (await findDevice(db, caller.scopeOf('DEVICE_LOGS'), deviId)) ??
        (await findDevice(db, caller.scopeOf('DEVICE_SENSOR'), deviId));
      if (device === undefined) throw new AppError('notFound');
      const at = new Date(clock.now());
      const { custId } = device;
      await recordLook(db, { action: 'walkTest.read', at, by: caller, custId, deviId });
      return walkTest(db, device, at);
    },

    startWalkTest: ({ params: { deviId } }, caller) =>
      command(caller, deviId, {
        order: { kind: start, seconds },
        action: 'walkTest.started',
        unless: ['starting', 'active'],
      }),

    stopWalkTest: ({ params: { deviId } }, caller) =>
      command(caller, deviId, {
        order: { kind: stop },
        action: 'walkTest.stopped',
        unless: ['idle', 'ending'],
      }),
  };
}
