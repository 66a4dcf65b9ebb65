import type { Policy } from './permissions.ts';

/** Who asks, of the customer that owns the device. */
interface Viewer {
  context: 'PROFFWEB' | 'AHP';
  isTrackerOnly: boolean;
  /** Sees private customers only. */
  isPrivate: boolean;
  may(policy: Policy): boolean;
}

/** What the rules ask of a device. */
interface Device {
  dehaId: number;
  twin: 'NONE' | 'MASTER' | 'CLONE';
  /** Its alarms go to a device of the same make instead of a centre (`{product}AsReceiver`). */
  asReceiver: boolean;
}

type Rule = (viewer: Viewer, device: Device) => boolean;

/** The home unit whose events are set up at the receiver only. */
const homeUnit = 13;
/** In the alarm-handling partners' context only map, event setup and settings appear. */
const outsideAhp = ({ context }: Viewer): boolean => context !== 'AHP';

/**
 * Functions on a device whose screens are not built yet, with the exceptions of section 6 in both specifications. The
 * screen that brings one asks here. What is built is decided by `deviceButtonsFor`, `deviceActionsFor` and by the policy of its call.
 */
const rules = {
  eventSetup: (viewer, device) =>
    device.twin === 'NONE' &&
    (device.dehaId !== homeUnit || device.asReceiver) &&
    (viewer.context === 'AHP' || (!viewer.isTrackerOnly && viewer.may('EVENT_SETUP'))),
  phone: outsideAhp,
  userImage: outsideAhp,
  note: (viewer) => outsideAhp(viewer) && !viewer.isPrivate && viewer.may('DEVICE_NOTE'),
  sharing: ({ isPrivate }) => !isPrivate,
  training: ({ isPrivate }) => !isPrivate,
  changeTraining: ({ isPrivate }, { twin }) => !isPrivate && twin !== 'CLONE',
  satelliteOverride: ({ isPrivate }) => !isPrivate,
  graph: ({ isTrackerOnly, may }) => !isTrackerOnly && may('DEVICE_TRANSACTION_LOG'),
  exportLog: ({ isTrackerOnly, may }) => !isTrackerOnly && may('DEVICE_LOGS'),
} as const satisfies Record<string, Rule>;

export type DeviceFunction = keyof typeof rules;
export const deviceFunctions = Object.keys(rules) as DeviceFunction[];

/** The functions that somebody has on a device. */
export function deviceFunctionsFor(viewer: Viewer, device: Device): DeviceFunction[] {
  return deviceFunctions.filter((name) => rules[name](viewer, device));
}

/** What somebody may do with an indoor location: one of the customer's, not bound to the device, is looked at only. */
export function indoorLocationRights(
  { may }: Pick<Viewer, 'may'>,
  location: { ofCustomer: boolean; boundToDevice: boolean; shared: boolean },
): { edit: boolean; remove: boolean } {
  const edit =
    may('DEVICE_INDOOR_CUSTOMER') ||
    (may('DEVICE_INDOOR') && (!location.ofCustomer || location.boundToDevice));
  return { edit, remove: edit && !location.shared };
}

/** Whether somebody may change a geofence: the fence itself may forbid it. */
export function mayEditGeofence({ may }: Pick<Viewer, 'may'>, fence: { editEnabled: boolean }): boolean {
  return fence.editEnabled && may('DEVICE_GEOFENCE');
}
