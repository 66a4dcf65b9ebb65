import { hardwareById } from './hardware/index.ts';
import type { Policy } from './permissions.ts';

/** The user, with the policies held for the customer that owns the device. */
interface Viewer {
  context: 'PROFFWEB' | 'AHP';
  isTrackerOnly: boolean;
  /** Sees private customers only. */
  isPrivate: boolean;
  may(policy: Policy): boolean;
}

/** The fields of a device that the rules read. */
interface Device {
  dehaId: number;
  twin: 'NONE' | 'MASTER' | 'CLONE';
  /** Varde receives its alarms; asked of hardware with the capability `choosesReceiver`. */
  vardeAsReceiver: boolean;
}

/** The note on a device (specification 1, section 6). In AHP context only map, event setup and settings appear. */
export function mayHaveNote({ context, isPrivate, may }: Pick<Viewer, 'context' | 'isPrivate' | 'may'>): boolean {
  return context !== 'AHP' && !isPrivate && may('DEVICE_NOTE');
}

/**
 * The notification list of a device. A unit that sends its alarms to another receiver has none to edit; an alarm of it that
 * comes to Varde all the same is told by the list of its customer.
 */
export const mayOpenEventSetup = (
  viewer: Omit<Viewer, 'isPrivate'>,
  device: Pick<Device, 'dehaId' | 'twin' | 'vardeAsReceiver'>,
): boolean =>
  device.twin === 'NONE' &&
  (device.vardeAsReceiver || !choosesReceiver(device.dehaId)) &&
  (viewer.context === 'AHP' || (!viewer.isTrackerOnly && viewer.may('EVENT_SETUP')));

/** Whether users say which receiver the device is programmed with. */
export const choosesReceiver = (dehaId: number): boolean => hardwareById(dehaId)?.capabilities.choosesReceiver ?? false;

/** The phone number among the buttons of a device. */
export const mayCall = ({ context }: Pick<Viewer, 'context'>): boolean => context !== 'AHP';

/**
 * The phone number of a device in its alarm. Users who handle the alarm talk to the wearer by it, also in AHP context,
 * where the device itself has no such button.
 */
export const mayCallInAlarm = ({ context, may }: Pick<Viewer, 'context' | 'may'>): boolean =>
  mayCall({ context }) || may('ALARM_HANDLE');

/**
 * What a user sees in an alarm of the note on its device: that there is one, where the device shows it as well; its
 * text, where its author has flagged it for messages about alarms, also in AHP context.
 */
export function noteInAlarm(viewer: Pick<Viewer, 'context' | 'isPrivate' | 'may'>): {
  hint: boolean;
  text: boolean;
} {
  return { hint: mayHaveNote(viewer), text: mayHaveNote({ ...viewer, context: 'PROFFWEB' }) };
}

/** The image of the wearer among the buttons of a device: also for tracker-only users (specification 1, section 6). */
export function mayOpenUserImage({ context, isTrackerOnly, may }: Omit<Viewer, 'isPrivate'>): boolean {
  return context !== 'AHP' && may(isTrackerOnly ? 'DEVICE_LIST' : 'DEVICE_INFO');
}

/**
 * What a user may do with an indoor location. A shared one (`custId` above 0) that is not bound to the device is
 * read-only without DEVICE_INDOOR_CUSTOMER, which is also needed to share it. A shared one is never deleted.
 */
export function indoorLocationRights(
  { may }: Pick<Viewer, 'may'>,
  { shared, boundToDevice }: { shared: boolean; boundToDevice: boolean },
): { edit: boolean; share: boolean; remove: boolean } {
  const share = may('DEVICE_INDOOR_CUSTOMER');
  const edit = share || (may('DEVICE_INDOOR') && (!shared || boundToDevice));
  return { edit, share, remove: edit && !shared };
}

/**
 * Whether a user may change a geofence (`editEnabled`): one that others may reuse, only with the policy for the customer
 * that it is shared with.
 */
export const mayEditGeofence = ({ may }: Pick<Viewer, 'may'>, fence: { shared: boolean; mayShare: boolean }): boolean =>
  may('DEVICE_GEOFENCE') && (!fence.shared || fence.mayShare);
