import {
  IconBellRinging,
  IconCurrentLocation,
  IconDownload,
  IconEar,
  IconHistoryOff,
  IconListDetails,
  IconListSearch,
  IconMap2,
  IconMessage,
  IconNote,
  IconNotes,
  IconPhone,
  IconPlayerStop,
  IconPlugConnected,
  IconRefresh,
  IconReplace,
  IconRestore,
  IconRoute,
  IconSettings,
  IconTransfer,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { type DeviceActionKey, deviceActions, isTracked } from '@varde/catalogue/device-actions';
import type { ListedDevice } from '@varde/contract/devices';
import type { ParseKeys } from 'i18next';
import type { Action, ActionPath } from '#kit/actions/action.ts';
import { serverNow } from '#ui/server-time.ts';
import { areasOf } from './device-areas.ts';
import {
  openAssign,
  openDelete,
  openForgetHistory,
  openMessages,
  openNote,
  openPhone,
  openSwap,
  openTest,
  openUserImage,
  sendCommand,
} from './perform-action.ts';

/**
 * A row of the device list, the header of its pages, that header's menu, beside its tabs, its tabs for logs,
 * organisation, heart rate, deletion and tracking, and that one's part for tracking by hand.
 */
export type ActionPlace =
  | 'row'
  | 'header'
  | 'menu'
  | 'tabs'
  | 'logs'
  | 'organization'
  | 'health'
  | 'deleteData'
  | 'tracking'
  | 'manualTracking';

/** An action of a device, before its texts are translated. */
export interface DeviceAction extends Pick<Action, 'key' | 'icon' | 'visible' | 'dangerous'> {
  text: ParseKeys;
  /** With `{{name}}` of the device and `{{action}}`; defaults to `actions.forDevice`. */
  fullText?: ParseKeys;
  /** All places that show the action to users who may perform it. */
  places: readonly ActionPlace[];
  perform: ActionPath | ((cache: QueryClient) => Promise<void>);
}

/** All actions of a device, in display order, each with its visibility condition. */
export function deviceActionList(device: ListedDevice): DeviceAction[] {
  const { deviId, abilities } = device;
  return [
    ...devicePages(device),
    ...deviceCommands(device),
    noteAction(device),
    phoneAction(device),
    {
      key: 'userImage',
      text: 'device.userImage',
      icon: IconUser,
      visible: abilities.includes('userImage') && device.userImageVersion !== null,
      places: ['row', 'menu'],
      perform: () => openUserImage(device),
    },
    {
      key: 'test',
      text: 'device.test',
      icon: IconBellRinging,
      visible: abilities.includes('test'),
      places: ['menu'],
      perform: () => openTest(device),
    },
    {
      key: 'assign',
      text: 'deviceLife.assign',
      icon: IconTransfer,
      visible: abilities.includes('assign'),
      places: ['organization'],
      perform: () => openAssign(device),
    },
    {
      key: 'swap',
      text: 'deviceLife.swap',
      icon: IconReplace,
      visible: abilities.includes('swap'),
      places: ['deleteData'],
      perform: () => openSwap(device),
    },
    {
      key: 'forgetHistory',
      text: 'deviceLife.forgetHistory',
      icon: IconHistoryOff,
      visible: abilities.includes('forgetHistory'),
      dangerous: true,
      places: ['deleteData'],
      perform: (cache) => openForgetHistory(device, cache),
    },
    {
      key: 'delete',
      text: 'deviceLife.deleteDevice',
      icon: IconTrash,
      visible: abilities.includes('delete'),
      dangerous: true,
      places: ['deleteData'],
      perform: () => openDelete(device),
    },
    {
      key: 'auditLog',
      text: 'deviceLogs.auditLog',
      icon: IconListSearch,
      visible: abilities.includes('auditLog'),
      places: ['logs'],
      perform: `/device_audit_log/${deviId}`,
    },
    {
      key: 'callLog',
      text: 'deviceLogs.callLog',
      icon: IconPhone,
      visible: true, // as the tab
      places: ['logs'],
      perform: `/device_call_log/${deviId}`,
    },
  ];
}

/** The icon shows whether there is a note (specification 1, section 4 "Device status"). */
function noteAction(device: ListedDevice): DeviceAction {
  const { hasNote, abilities } = device;
  return {
    key: 'note',
    ...(hasNote
      ? { text: 'device.note', fullText: 'device.noteOf', icon: IconNotes }
      : { text: 'device.noteAdd', fullText: 'device.noteAddTo', icon: IconNote }),
    visible: abilities.includes('note'),
    places: ['row', 'menu'],
    perform: () => openNote(device),
  };
}

function phoneAction(device: ListedDevice): DeviceAction {
  return {
    key: 'phone',
    text: 'device.phone',
    fullText: 'device.phoneOf',
    icon: IconPhone,
    visible: device.abilities.includes('phone') && device.formattedPhoneNumE164 !== null,
    places: ['row', 'menu'],
    perform: () => openPhone(device),
  };
}

/** The pages of a device: its map or log, its notification list, and its settings. */
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
      // The page is empty before the first message, so rows of the list do not link to it.
      places: lastMsgIn === null ? ['header'] : ['row', 'header'],
      perform: `/mapsingle/${deviId}`,
    },
    {
      key: 'eventSetup',
      text: 'device.eventSetup',
      icon: IconBellRinging,
      visible: device.abilities.includes('eventSetup'),
      places: ['row', 'header'],
      perform: `/event_setup/${deviId}`,
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

/** The page of the clone in a master's row: its map or log, or before its first message its settings. */
export function clonePage(device: ListedDevice): ActionPath | null {
  const { twinDevice } = device;
  if (!twinDevice) return null;
  const first = devicePages({ ...device, ...twinDevice }).find(
    ({ visible, places }) => visible && places.includes('row'),
  );
  return first?.perform ?? null;
}

export const commandIcons: Record<DeviceActionKey, Action['icon']> = {
  findMe: IconEar,
  locate: IconCurrentLocation,
  scanWifi: IconCurrentLocation,
  startTracking: IconRoute,
  stopTracking: IconPlayerStop,
  sync: IconDownload,
  message: IconMessage,
  requestHeartRate: IconDownload,
  requestBloodPressure: IconDownload,
  reboot: IconRefresh,
  factoryReset: IconRestore,
  smsReboot: IconRefresh,
  smsReset: IconRestore,
  smsConnect: IconPlugConnected,
};

/** The commands that are shown outside of the menu too; those of rows: specification 1, section 2. */
const alsoIn: Partial<Record<DeviceActionKey, readonly ActionPlace[]>> = {
  findMe: ['row', 'tracking'],
  locate: ['tracking'],
  startTracking: ['row', 'manualTracking'],
  stopTracking: ['manualTracking'],
  sync: ['tabs'],
  requestHeartRate: ['health'],
  requestBloodPressure: ['health'],
};

/** The commands for a device: allowed by the server, by its connection and by its tracking. */
function deviceCommands(device: ListedDevice): DeviceAction[] {
  const tracking = isTracked(device.trackingUntil, serverNow()) ? 'tracked' : 'notTracked';
  return deviceActions.map(({ key, confirmation, connectedOnly, offered }) => ({
    key,
    text: `actions.names.${key}` as const,
    icon: commandIcons[key],
    visible:
      device.actions.includes(key) &&
      (device.connected || !connectedOnly) &&
      (offered === null || offered === tracking),
    dangerous: confirmation === 'dangerous',
    places: [...(alsoIn[key] ?? []), 'menu'],
    perform: key === 'message' ? () => openMessages(device) : (cache) => sendCommand(key, device, cache),
  }));
}
