import type { api } from '@varde/contract/api';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { customersAbove, findCustomer } from '#domain/customers/customers.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import { findIndoorLocations, ofAssignment, sharedWith } from '#domain/devices/indoor-locations.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { mayShareWith, present } from './present.ts';

type ReadHandlers = Pick<
  Handlers<(typeof api)['indoorLocations']>,
  'getIndoorLocationsForDevice' | 'getIndoorLocationsForCustomer' | 'getCustomersForIndoor'
>;

/** The indoor locations of a device, those that a customer shares, and whom they may be shared with. */
export function readHandlers({ db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>): ReadHandlers {
  const look = (by: Caller, { custId, deviId }: { custId: number; deviId?: number }) => {
    const at = new Date(clock.now());
    const device = deviId === undefined ? {} : { deviId };
    return recordLook(db, { action: 'indoorLocation.read', at, by, custId, ...device });
  };
  return {
    async getIndoorLocationsForDevice({ params: { deviId } }, caller) {
      const device = await findIn(db, caller, deviId);
      await look(caller, device);
      const found = await findIndoorLocations(db, ofAssignment(await presentAssignmentId(db, deviId)));
      return { indoorLocations: found.map((location) => present(caller, location, device)) };
    },

    async getIndoorLocationsForCustomer({ params: { custId } }, caller) {
      const customer = await findCustomer(db, caller.scopeOf('DEVICE_INDOOR'), custId);
      if (customer === undefined) throw new AppError('notFound');
      await look(caller, { custId });
      const found = await findIndoorLocations(db, sharedWith(custId));
      const from = { deviId: 0, custId };
      return { indoorLocations: found.map((location) => present(caller, location, from)) };
    },

    async getCustomersForIndoor({ params: { deviId } }, caller) {
      const { custId: owner } = await findIn(db, caller, deviId);
      const own = await findCustomer(db, caller.scopeOf('DEVICE_INDOOR'), owner);
      const line = [...(own === undefined ? [] : [own.customer]), ...(await customersAbove(db, owner)).reverse()];
      const mayShare = line.filter(({ custId }) => mayShareWith(caller, custId));
      return { customers: mayShare.map(({ custId, firmName }) => ({ custId, firmName })) };
    },
  };
}

async function findIn(db: Database, caller: Caller, deviId: number) {
  const device = await findDevice(db, caller.scopeOf('DEVICE_INDOOR'), deviId);
  if (device === undefined) throw new AppError('notFound');
  return device;
}
