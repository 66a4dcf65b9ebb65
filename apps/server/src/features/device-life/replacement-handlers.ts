import { hardwareById } from '@varde/catalogue/hardware/index';
import type { api } from '@varde/contract/api';
import { recordAllAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { customerName } from '#domain/customers/customers.ts';
import { deviceEvent, wearerEvents } from '#domain/devices/device-events.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import { findFreeUnit } from '#domain/devices/free-unit.ts';
import { hasOpenAlarm } from '#domain/life/begin-assignment.ts';
import { settingsLost } from '#domain/life/move-wearer.ts';
import { replaceDevice } from '#domain/life/replace-device.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { DeviceLifeDependencies } from './leaving-handlers.ts';

type ReplacementHandlers = Pick<Handlers<(typeof api)['deviceLife']>, 'findReplacement' | 'switchDevice'>;

export function replacementHandlers({ db, bus, clock, wireGroups }: DeviceLifeDependencies): ReplacementHandlers {
  return {
    async findReplacement({ params: { deviId }, query: { serialNum } }, caller) {
      const scope = caller.scopeOf('DEVICE_ORGANIZATION');
      const device = await findDevice(db, scope, deviId);
      if (device === undefined) throw new AppError('notFound');
      const unit = await requireUnit(db, caller, device, serialNum);
      return {
        deviId: unit.deviId,
        deviceName: unit.deviceName,
        deviceSNNum: unit.deviceSerialNumber,
        detyName: hardwareById(unit.dehaId)?.name ?? '',
        ownedByCustName: (await customerName(db, unit.custId)) ?? '',
        lastMsgIn: epoch(unit.lastMsgIn),
        settingsLost: await settingsLost(db, device, unit),
      };
    },

    async switchDevice({ params: { deviId }, body: { serialNum } }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const { device, unit } = await lockBoth(tx, caller, deviId, serialNum);
        const { userId } = caller;
        const now = await replaceDevice(tx, { device, unit, userId, at }, wireGroups);
        const about = { at, by: caller, after: { deviId: unit.deviId } };
        const subject = { kind: 'device' as const, id: deviId };
        await recordAllAudit(tx, [
          { ...about, subject, action: 'device.swapped', custId: device.custId },
          { ...about, subject, action: 'assignment.begun', custId: unit.custId },
        ]);
        for (const [row, before] of [
          [now.unit, unit],
          [now.device, device],
        ] as const) {
          const custName = (await customerName(tx, row.custId)) ?? '';
          changes.publish(deviceEvent(row, custName, before.custId), ...wearerEvents(row));
        }
        for (const { deviId: each } of [unit, device]) changes.commandsOf(each);
        return { deviId: unit.deviId, deviceName: now.unit.deviceName };
      });
    },
  };
}

async function requireUnit(db: Database, caller: Caller, device: DeviceRecord, serialNum: string) {
  const unit = await findFreeUnit(db, caller.scopeOf('DEVICE_ORGANIZATION'), serialNum, device.custId);
  if (unit === undefined || unit.deviId === device.deviId) throw new AppError('notInStock');
  return unit;
}

/** The device and the unit, locked in ascending order of their numbers (the lock order for devices). */
async function lockBoth(tx: Database, caller: Caller, deviId: number, serialNum: string) {
  const scope = caller.scopeOf('DEVICE_ORGANIZATION');
  const device = await findDevice(tx, scope, deviId);
  if (device === undefined) throw new AppError('notFound');
  const unit = await requireUnit(tx, caller, device, serialNum);
  const locked = new Map<number, DeviceRecord>();
  for (const id of [deviId, unit.deviId].sort((a, b) => a - b)) {
    const row = await lockDevice(tx, scope, id);
    if (row === undefined) throw new AppError('notFound');
    if (row.twin !== 'NONE') throw new AppError('isTwin');
    if (await hasOpenAlarm(tx, row)) throw new AppError('openAlarm');
    locked.set(id, row);
  }
  const [now, free] = [locked.get(deviId), locked.get(unit.deviId)];
  if (now === undefined || free === undefined) throw new AppError('notFound');
  await requireUnit(tx, caller, now, serialNum); // reread under the lock
  return { device: now, unit: free };
}
