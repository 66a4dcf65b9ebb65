import type { api } from '@varde/contract/api';
import type { HandlerInput } from '@varde/contract/endpoint';
import type { geocodingCalls } from '@varde/contract/geocoding';
import { sql } from 'drizzle-orm';
import { addressAt, nameAddress } from '#domain/addresses/address-cache.ts';
import { mayLookUp } from '#domain/addresses/may-look-up.ts';
import { placeKeyOf } from '#domain/addresses/place-key.ts';
import { wantAddress } from '#domain/addresses/wanted-places.ts';
import { publishAddress } from '#domain/alarms/publish-address.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import { findIndoorLocations, ofAssignment, sharedWith } from '#domain/devices/indoor-locations.ts';
import { knownMacsOf } from '#domain/devices/known-macs.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { Point } from '#platform/geocoding/geocoder.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { GeocodingDependencies } from './dependencies.ts';

type AddressHandlers = Pick<Handlers<(typeof api)['geocoding']>, 'getAddress' | 'saveAddress'>;

export function addressHandlers({ db, bus, clock, geocoders }: GeocodingDependencies): AddressHandlers {
  return {
    async getAddress({ params: { deviId }, query }, caller) {
      const device = await findDevice(db, caller.scopeOf('DEVICE_ACCESS_MAP'), deviId);
      if (device === undefined) throw new AppError('notFound');
      const { address, place } = await named(db, caller, device, query);
      if (address !== '') return { address, done: true };
      const key = place && placeKeyOf(place);
      if (key === null) return { address: '', done: true };
      const now = clock.now();
      const { custId } = device;
      const asked = { ...key, custId };
      return db.transaction(async (tx) => {
        await reachAll(tx); // the places that wait are those of all customers
        const known = await addressAt(tx, asked, now);
        if (known !== null) return { address: known, done: true };
        if (geocoders.length === 0 || !(await mayLookUp(tx, custId))) return { address: '', done: true };
        await wantAddress(tx, asked, { userId: caller.userId, now });
        return { address: '', done: false };
      });
    },

    async saveAddress({ params: { deviId }, body: { lat, lng, address } }, caller) {
      const place = await commitAndPublish({ db, bus }, async (tx) => {
        const device = await findDevice(tx, caller.scopeOf('DEVICE_INDOOR'), deviId);
        if (device === undefined) throw new AppError('notFound');
        const place = placeKeyOf({ lat, lng });
        if (place === null) throw new AppError('validationFailed', [{ path: 'body.lat', message: 'is no place' }]);
        const now = clock.now();
        const { custId } = device;
        // Without the text and the place, which are about somebody's home and not erased there.
        await recordAudit(tx, { action: 'address.saved', at: new Date(now), by: caller, custId, deviId });
        await reachAll(tx);
        if (!(await nameAddress(tx, { ...place, custId }, address, now))) throw new AppError('tooManyRequests');
        return { ...place, custId };
      });
      await publishAddress({ db, bus }, place);
      return { address };
    },
  };
}

type Asked = HandlerInput<(typeof geocodingCalls)['getAddress']>['query'];

interface Named {
  address: string;
  place: Point | null;
}

/** What people have entered about the location or the access point, where the caller may see that; else the coordinates. */
async function named(
  db: Database,
  caller: Caller,
  { deviId, custId }: DeviceRecord,
  { lat, lng, inloId, dekmId }: Asked,
): Promise<Named> {
  const coordinates = { address: '', place: lat === undefined || lng === undefined ? null : { lat, lng } };
  if ((inloId === undefined && dekmId === undefined) || !caller.may('DEVICE_INDOOR', custId)) return coordinates;
  const assignmentId = await presentAssignmentId(db, deviId);
  if (inloId !== undefined) {
    const isSeen = sql`(${ofAssignment(assignmentId)} or ${sharedWith(custId)})`;
    const [found] = await findIndoorLocations(db, sql`l.inlo_id = ${inloId} and ${isSeen}`);
    return found ? { address: found.address, place: found } : coordinates;
  }
  const found = (await knownMacsOf(db, assignmentId)).find((one) => one.dekmId === dekmId);
  if (found === undefined) return coordinates;
  const { address, lat: ownLat, lng: ownLng } = found;
  return { address, place: ownLat === null || ownLng === null ? coordinates.place : { lat: ownLat, lng: ownLng } };
}
