import {
  IconCurrentLocation,
  IconListDetails,
  IconListSearch,
  IconMap2,
  IconPlayerStop,
  IconRefresh,
  IconRestore,
  IconRoute,
  IconSettings,
  IconTransfer,
  IconVolume,
} from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { type DeviceActionKey, deviceActions, isTracked } from '@varde/catalogue/device-actions';
import type { ListedDevice } from '@varde/contract/devices';
import type { ParseKeys } from 'i18next';
import type { Action, ActionPath } from '#kit/actions/action.ts';
import { areasOf } from './device-areas.ts';
import { openAssign, sendCommand } from './perform-action.ts';

/** A row of the device list, the header of its pages, the menu of that header, and the tools on the settings page. */
export type ActionPlace = 'row' | 'header' | 'menu' | 'tools';

/** An action of a device before its texts are in the user's language. */
export interface DeviceAction extends Pick<Action, 'key' | 'icon' | 'visible' | 'dangerous'> {
  text: ParseKeys;
  /** With `{{name}}` of the device and `{{action}}`; by default `actions.forDevice`. */
  fullText?: ParseKeys;
  /** Every place that shows the action to a user who may do it. */
  places: readonly ActionPlace[];
  perform: ActionPath | ((cache: QueryClient) => Promise<void>);
}

/** Every action of a device, in the order in which it is shown, with the one condition under which it is visible. */
export function deviceActionList(device: ListedDevice): DeviceAction[] {
  const { deviId, abilities } = device;
  return [
    ...devicePages(device),
    ...deviceCommands(device),
    {
      key: 'assign',
      text: 'device.assign',
      icon: IconTransfer,
      visible: abilities.includes('assign'),
      places: ['tools'],
      perform: () => openAssign(device),
    },
    {
      key: 'auditLog',
      text: 'device.auditLog',
      icon: IconListSearch,
      visible: abilities.includes('auditLog'),
      places: ['tools'],
      perform: `/device_audit_log/${deviId}`,
    },
  ];
}

/** The pages of a device: its map or log, and its settings. */
export function devicePages(device: ListedDevice): (DeviceAction & { perform: ActionPath })[] {
  const { deviId, dehaId, lastMsgIn } = device;
  const { page, settings } = areasOf(device);
  return [
    {
      key: 'page',
      ...(page === 'map'
        ? { text: 'device.map', fullText: 'devices.showMap', icon: IconMap2 }
        : { text: 'device.log', fullText: 'devices.showLog', icon: IconListDetails }),
      visible: page !== null,
      // Empty before the first message, so that a row of the list does not lead to it.
      places: lastMsgIn === null ? ['header'] : ['row', 'header'],
      perform: `/mapsingle/${deviId}`,
    },
    {
      key: 'settings',
      text: 'device.settings',
      fullText: 'devices.showSettings',
      icon: IconSettings,
      visible: settings,
      places: ['row', 'header'],
      perform: `/settings/${deviId}/${dehaId}`,
    },
  ];
}

const commandIcons: Record<DeviceActionKey, Action['icon']> = {
  findMe: IconVolume,
  locate: IconCurrentLocation,
  startTracking: IconRoute,
  stopTracking: IconPlayerStop,
  reboot: IconRefresh,
  factoryReset: IconRestore,
};

/** The commands that are also in the rows of the list (specification 1, section 2). */
const inRows: ReadonlySet<DeviceActionKey> = new Set(['findMe', 'startTracking']);

/** The commands that a device can be sent: as the server allows, by the device's connection and its tracking. */
function deviceCommands(device: ListedDevice): DeviceAction[] {
  const tracking = isTracked(device.trackingUntil, Date.now()) ? 'tracked' : 'notTracked';
  return deviceActions.map(({ key, confirmation, connectedOnly, offered }) => ({
    key,
    text: `actions.names.${key}` as const,
    icon: commandIcons[key],
    visible:
      device.actions.includes(key) &&
      (device.connected || !connectedOnly) &&
      (offered === null || offered === tracking),
    dangerous: confirmation === 'dangerous',
    places: inRows.has(key) ? ['row', 'menu'] : ['menu'],
    perform: (cache) => sendCommand(key, device, cache),
  }));
}
