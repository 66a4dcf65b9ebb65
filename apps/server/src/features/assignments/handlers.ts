import type { api } from '@varde/contract/api';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { customerName, findAlarmCentre } from '#domain/customers/customers.ts';
import { listOrganisations } from '#domain/customers/organisations.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { handOver } from './hand-over.ts';

/** Assignment of devices to customers over time. */
export function assignmentHandlers({
  db,
  bus,
  clock,
  wireGroups,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> & { wireGroups: WireGroups }): Handlers<
  (typeof api)['assignments']
> {
  return {
    async assignDevice({ params: { deviId }, body: { custId } }, caller) {
      const at = new Date(clock.now());
      const { firmName } = await commitAndPublish({ db, bus }, (tx, changes) =>
        handOver(tx, changes, { deviId, custId, at, caller }, wireGroups),
      );
      return { deviId, custId, firmName, beginsAt: at.getTime() };
    },

    async fetchOrganisation({ params: { deviId }, query }, caller) {
      const device = await findDevice(db, caller.scopeOf('DEVICE_ORGANIZATION'), deviId);
      if (device === undefined) throw new AppError('notFound');
      const { custId, ahpId } = device;
      const { rows, more } = await listOrganisations(db, caller.scopeOf('SUB_ORGS'), query.search);
      const customers = rows.map((row) => ({
        ...row,
        mayReceive: caller.acting.may('DEVICE_ORGANIZATION', row.custId),
      }));
      return { custId, ahpId, ahpName: await customerName(db, ahpId), customers, more };
    },

    async saveOrganisation({ params: { deviId }, body: { custId, updateAhp } }, caller) {
      const present = await findDevice(db, caller.scopeOf('DEVICE_ORGANIZATION'), deviId);
      if (present?.custId === custId) return organisationOf(db, present); // the wearer stays the same
      const at = new Date(clock.now());
      const centre = updateAhp ? await findAlarmCentre(db, custId) : undefined;
      const ahp = centre === undefined ? {} : { ahpId: centre?.custId ?? null };
      const { device } = await commitAndPublish({ db, bus }, (tx, changes) =>
        handOver(tx, changes, { deviId, custId, at, caller, ...ahp }, wireGroups),
      );
      return organisationOf(db, device);
    },
  };
}

async function organisationOf(db: Database, { custId, ahpId }: DeviceRecord) {
  return { custId, ahpId, firmName: (await customerName(db, custId)) ?? '' };
}
