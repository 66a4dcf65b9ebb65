import type { api } from '@varde/contract/api';
import { recordAllAudit } from '#domain/audit/audit.ts';
import { type Changes, commitAndPublish } from '#domain/commit-and-publish.ts';
import { customerName, findCustomerName } from '#domain/customers/customers.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { lockDevice } from '#domain/devices/find-device.ts';
import { findFreeUnit } from '#domain/devices/free-unit.ts';
import { linkTwins } from '#domain/life/twins.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import {
  type Added,
  addFromStock,
  addNew,
  auditOfAdded,
  mayRegister,
  type NewDevicesDependencies,
} from './add-unit.ts';

type AddingHandlers = Pick<Handlers<(typeof api)['newDevices']>, 'findStock' | 'addDevice'>;
export function addingHandlers({ db, bus, clock, wireGroups }: NewDevicesDependencies): AddingHandlers {
  return {
    async findStock({ query: { serialNum } }, caller) {
      const unit = await findFreeUnit(db, caller.scopeOf('ADD_DEVICE_MENU'), serialNum, null);
      const found = unit && {
        deviId: unit.deviId,
        dehaId: unit.dehaId,
        deviceSNNum: unit.deviceSerialNumber,
        custName: (await customerName(db, unit.custId)) ?? '',
      };
      return { unit: found ?? null, mayRegister: mayRegister(caller) };
    },

    async addDevice({ body }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const scope = caller.scopeOf('ADD_DEVICE_MENU');
        const stocked = body.unit === null ? body.deviceSerialNumber : null;
        const master = body.twinOf === null ? null : await lockMaster(tx, caller, body.twinOf, stocked);
        const customer = await findCustomerName(tx, scope, master?.custId ?? body.custId);
        if (customer === undefined) throw new AppError('notFound');
        const { custId } = customer;
        const added =
          body.unit === null
            ? await addFromStock(tx, caller, { ...body, custId, at }, wireGroups)
            : await addNew(tx, caller, { ...body, unit: body.unit, custId });
        const twin = { action: 'twin.added' as const, custId, after: { deviId: master?.deviId } };
        const about = { at, by: caller, subject: { kind: 'device' as const, id: added.device.deviId } };
        await recordAllAudit(tx, [
          ...auditOfAdded(added, caller, at),
          ...(master === null ? [] : [{ ...about, ...twin }]),
        ]);
        await announce(tx, changes, added, master);
        const { deviId, dehaId, deviceName } = added.device;
        changes.commandsOf(deviId);
        return { deviId, dehaId, deviceName, token: added.token };
      });
    },
  };
}

/** Links a new device to its master, if any, and publishes the change. */
async function announce(
  tx: Database,
  changes: Changes,
  { device, from }: Added,
  master: DeviceRecord | null,
): Promise<void> {
  const custName = (await customerName(tx, device.custId)) ?? '';
  if (master === null) return changes.publish(deviceEvent(device, custName, from));
  const pair = await linkTwins(tx, { master, clone: device });
  changes.publish(deviceEvent(pair.master, custName), deviceEvent(pair.clone, custName, from));
}

/** Of the master and the unit in stock, which `addFromStock` locks, the one with the lower number is locked first. */
async function lockMaster(tx: Database, caller: Caller, deviId: number, stocked: string | null): Promise<DeviceRecord> {
  const scope = caller.scopeOf('ADD_DEVICE_MENU');
  const unit = stocked === null ? undefined : await findFreeUnit(tx, scope, stocked, null);
  if (unit !== undefined && unit.deviId < deviId) await lockDevice(tx, scope, unit.deviId);
  const master = await lockDevice(tx, caller.scopeOf('TWIN_DEVICE'), deviId);
  if (master === undefined) throw new AppError('notFound');
  if (master.twin !== 'NONE') throw new AppError('isTwin');
  return master;
}
