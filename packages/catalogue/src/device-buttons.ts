import type { Policy } from './permissions.ts';
import { settingGroupsFor } from './settings-policies.ts';

/** Who stands before the device page, asked of the customer that owns the device. */
interface Viewer {
  context: 'PROFFWEB' | 'AHP';
  isTrackerOnly: boolean;
  may(policy: Policy): boolean;
}

/** The buttons of a device's page that lead to its areas. */
export const deviceButtons = ['map', 'settings'] as const;
export type DeviceButton = (typeof deviceButtons)[number];

/** Specification 1, section 6 "Device page buttons". The server checks the calls behind them all the same. */
export function deviceButtonsFor(viewer: Viewer): DeviceButton[] {
  if (viewer.context === 'AHP') return [...deviceButtons];
  if (viewer.isTrackerOnly) return ['map'];
  const opens: Record<DeviceButton, boolean> = {
    map: viewer.may('DEVICE_ACCESS_MAP') || viewer.may('DEVICE_TRANSACTION_LOG'),
    settings: settingGroupsFor(viewer.may).length > 0,
  };
  return deviceButtons.filter((button) => opens[button]);
}
