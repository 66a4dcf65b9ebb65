import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { customerName } from '#domain/customers/customers.ts';
import { changeDevice } from '#domain/devices/change-device.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import { identitiesOf } from '#domain/devices/identities.ts';
import { forgetKnownMacPlaces } from '#domain/devices/known-macs.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { hasOpenAlarm } from '#domain/life/begin-assignment.ts';
import { deleteDevice } from '#domain/life/delete-device.ts';
import { mayAllowDeletes, mayDelete } from '#domain/life/deletion-rule.ts';
import { eraseTransactions } from '#domain/life/erase-wearer.ts';
import { forgetPlace, presentPeriod } from '#domain/life/forget-history.ts';
import { forgetMeasurements } from '#domain/measurements/forget-measurements.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';

export type DeviceLifeDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> & {
  wireGroups: WireGroups;
};

type LeavingHandlers = Pick<
  Handlers<(typeof api)['deviceLife']>,
  'deleteDevice' | 'saveDeletionRule' | 'forgetHistory'
>;

export function leavingHandlers({ db, bus, clock }: DeviceLifeDependencies): LeavingHandlers {
  return {
    async deleteDevice({ params: { deviId } }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const device = await lock(tx, caller, deviId);
        if (!mayDelete(caller, device)) throw new AppError('notAllowed');
        if (device.twin !== 'NONE') throw new AppError('isTwin');
        if (await hasOpenAlarm(tx, device)) throw new AppError('openAlarm');
        for (const name of await identitiesOf(tx, device)) changes.identity(name);
        const deleted = await deleteDevice(tx, deviId, at);
        const { custId, deviceName } = device;
        await recordAudit(tx, { action: 'device.deleted', at, by: caller, custId, deviId });
        changes.publish(deviceEvent(deleted, ''));
        return { deviId, deviceName };
      });
    },

    async saveDeletionRule({ params: { deviId }, body: { allowDeviceDeletes } }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const { custId, ...before } = await lock(tx, caller, deviId);
        if (!mayAllowDeletes(caller)) throw new AppError('notAllowed');
        const device = await changeDevice(tx, deviId, { allowDeviceDeletes });
        await recordAudit(tx, {
          ...{ action: 'device.deletionRule', at, by: caller, custId, deviId },
          before: { allowDeviceDeletes: before.allowDeviceDeletes },
          after: { allowDeviceDeletes },
        });
        changes.publish(deviceEvent(device, (await customerName(tx, custId)) ?? ''));
        return { allowDeviceDeletes };
      });
    },

    async forgetHistory({ params: { deviId } }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const found = await findDevice(tx, caller.scopeOf('DEVICE_DELETE_DATA'), deviId);
        if (found === undefined) throw new AppError('notFound');
        // Before taking the lock: deleting years of positions is slow, and the device may raise an alarm meanwhile.
        const period = await presentPeriod(tx, deviId);
        const early = await eraseTransactions(tx, period);
        const { custId, deviceName } = await lock(tx, caller, deviId);
        if ((await presentPeriod(tx, deviId)).assignmentId !== period.assignmentId) throw new AppError('notFound');
        if (await hasOpenAlarm(tx, { deviId, custId })) throw new AppError('openAlarm');
        const transactions = early + (await eraseTransactions(tx, period));
        await forgetMeasurements(tx, period.assignmentId);
        await forgetKnownMacPlaces(tx, period.assignmentId);
        const device = await forgetPlace(tx, deviId, at);
        const after = { assignmentId: period.assignmentId, transactions };
        await recordAudit(tx, { action: 'device.historyForgotten', at, by: caller, custId, deviId, after });
        changes.publish(deviceEvent(device, (await customerName(tx, custId)) ?? ''));
        return { deviId, deviceName, transactions };
      });
    },
  };
}

async function lock(tx: Database, caller: Caller, deviId: number): Promise<DeviceRecord> {
  const device = await lockDevice(tx, caller.scopeOf('DEVICE_DELETE_DATA'), deviId);
  if (device === undefined) throw new AppError('notFound');
  return device;
}
