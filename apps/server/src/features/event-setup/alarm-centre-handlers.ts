import { choosesReceiver } from '@varde/catalogue/device-functions';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { alarmsRaisedBy } from '@varde/catalogue/raised-alarms';
import type { DeviceCentre } from '@varde/contract/alarm-centre';
import type { api } from '@varde/contract/api';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { findAlarmCentre, findCustomer, listAlarmCentres } from '#domain/customers/customers.ts';
import { alarmCentreOf } from '#domain/devices/alarm-centre.ts';
import { changeDevice } from '#domain/devices/change-device.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import { protocolsOf } from '#domain/devices/identities.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { openedDevice } from './opened-device.ts';

type CentreCall = 'getEventSetupCapabilities' | 'getDefaultAhp' | 'setAhp' | 'getAhpPrivateLink';
const policy = 'ALARM_CENTRE';

/** The alarm centre of a device, which comes after everybody on its list (decision 0031). */
export function alarmCentreHandlers({
  db,
  bus,
  clock,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): Pick<Handlers<(typeof api)['eventSetup']>, CentreCall> {
  return {
    async getEventSetupCapabilities({ params: { deviId } }, caller) {
      const device = await findDevice(db, caller.scopeOf('EVENT_SETUP'), deviId);
      if (device === undefined) throw new AppError('notFound');
      const { twin, vardeAsReceiver, dehaId } = device;
      return {
        events: alarmsRaisedBy(await protocolsOf(db, device), {
          positioning: hardwareById(dehaId)?.capabilities.positioning ?? false,
        }),
        deviceEventSetups: twin === 'NONE' && (vardeAsReceiver || !choosesReceiver(dehaId)),
        vardeAsReceiver,
        twin,
        alarmCentre: await alarmCentreOf(db, deviId),
      };
    },

    async getDefaultAhp({ params: { deviId } }, caller) {
      return present(db, openedDevice(caller, await findDevice(db, caller.scopeOf(policy), deviId)), caller);
    },

    setAhp: ({ params: { deviId }, body: { ahpId } }, caller) =>
      commitAndPublish({ db, bus }, async (tx, changes) => {
        const before = openedDevice(caller, await lockDevice(tx, caller.scopeOf(policy), deviId));
        if (before.ahpId === ahpId) return present(tx, before, caller);
        if (ahpId !== null) await requireTakesAlarms(tx, ahpId);
        const device = await changeDevice(tx, deviId, { ahpId });
        const { custId } = device;
        await recordAudit(tx, {
          ...{ action: 'eventSetup.alarmCentre', at: new Date(clock.now()), by: caller, custId, deviId },
          ...{ before: { ahpId: before.ahpId }, after: { ahpId } },
        });
        const owner = await findCustomer(tx, 'all', custId);
        const lists = { type: 'notificationLists' as const, custIds: [custId] };
        changes.publish(deviceEvent(device, owner?.customer.firmName ?? ''), lists);
        return present(tx, device, caller);
      }),

    async getAhpPrivateLink({ params: { deviId } }, caller) {
      const device = openedDevice(caller, await findDevice(db, caller.scopeOf(policy), deviId));
      const owner = await findCustomer(db, 'all', device.custId);
      const { ahp, defaultAhp } = await centresOf(db, device);
      const centre = ahp ?? defaultAhp;
      if (owner?.customer.kind !== 'private' || !centre?.takesAlarms || centre.orderUrl === null) return { link: null };
      return { link: { url: centre.orderUrl, firmName: centre.firmName } };
    },
  };
}

/** Every caller may see and choose an alarm centre. Throws `validationFailed` for another customer, and for one that takes no alarms. */
async function requireTakesAlarms(tx: Database, ahpId: number): Promise<void> {
  const centre = (await findCustomer(tx, 'all', ahpId))?.customer;
  if (centre?.kind !== 'partner' || !centre.takesAlarms)
    throw new AppError('validationFailed', [{ path: 'ahpId', message: 'is no alarm centre' }]);
}

/** The device's own centre, also one that takes no alarms, and the default of its customer. */
async function centresOf(db: Database, { ahpId, custId }: DeviceRecord) {
  const own = ahpId === null ? undefined : (await findCustomer(db, 'all', ahpId))?.customer;
  return { ahp: own?.kind === 'partner' ? own : null, defaultAhp: await findAlarmCentre(db, custId) };
}

async function present(db: Database, device: DeviceRecord, caller: Caller): Promise<DeviceCentre> {
  return {
    ...(await centresOf(db, device)),
    centres: await listAlarmCentres(db),
    mayEdit: caller.acting.may(policy, device.custId),
  };
}
