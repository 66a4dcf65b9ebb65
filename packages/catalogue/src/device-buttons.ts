import type { Policy } from './permissions.ts';
import { opensSettings } from './settings-policies.ts';

/** The user, with the policies held for the customer that owns the device. */
interface Viewer {
  context: 'PROFFWEB' | 'AHP';
  may(policy: Policy): boolean;
}

/** The targets of the buttons on a device's page: map and log share one button and one page. */
export const deviceButtons = ['map', 'transactions', 'settings'] as const;
export type DeviceButton = (typeof deviceButtons)[number];

/** Specification 1, section 6 "Device page buttons". Their calls require the same policies. */
export function deviceButtonsFor(viewer: Viewer): DeviceButton[] {
  if (viewer.context === 'AHP') return [...deviceButtons];
  const opens: Record<DeviceButton, boolean> = {
    map: viewer.may('DEVICE_ACCESS_MAP'),
    transactions: viewer.may('DEVICE_TRANSACTION_LOG'),
    settings: opensSettings(viewer.may),
  };
  return deviceButtons.filter((button) => opens[button]);
}
