import { indoorLocationRights } from '@varde/catalogue/device-functions';
import type { IndoorLocation } from '@varde/contract/indoor-locations';
import type { IndoorLocationRecord } from '#domain/devices/indoor-locations.ts';
import type { Caller } from '#platform/caller.ts';

/** From where a location is looked at: a device, or the customer alone. */
export interface Viewpoint {
  /** 0: no device. */
  deviId: number;
  custId: number;
}

type Rights = ReturnType<typeof indoorLocationRights>;

/** Whether the caller may share locations with a customer. Private users share none (specification 2, section 6). */
export const mayShareWith = ({ acting, isPrivate }: Caller, custId: number): boolean =>
  !isPrivate && acting.may('DEVICE_INDOOR_CUSTOMER', custId);

/** What the caller may do with a location: DEVICE_INDOOR_CUSTOMER counts where it is shared, or would be. */
export function rightsOn(
  caller: Caller,
  location: Pick<IndoorLocationRecord, 'custId' | 'deviId'>,
  { deviId, custId }: Viewpoint,
): Rights {
  const shared = location.custId > 0;
  const sharedAt = shared ? location.custId : custId;
  const rights = indoorLocationRights(
    { may: (policy) => caller.acting.may(policy, policy === 'DEVICE_INDOOR_CUSTOMER' ? sharedAt : custId) },
    { shared, boundToDevice: location.deviId > 0 && location.deviId === deviId },
  );
  return { ...rights, share: mayShareWith(caller, sharedAt) };
}

/** A location on the wire, with the caller's abilities. */
export function present(caller: Caller, record: IndoorLocationRecord, from: Viewpoint): IndoorLocation {
  const { lat, lng, ...location } = record;
  const rights = rightsOn(caller, record, from);
  const names = ['edit', 'share', 'remove'] as const;
  return {
    ...location,
    latLng: `${lat.toFixed(5)},${lng.toFixed(5)}`,
    shared: record.custId > 0,
    abilities: names.filter((name) => rights[name]),
  };
}
