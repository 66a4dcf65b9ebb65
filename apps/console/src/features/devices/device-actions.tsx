import { IconListDetails, IconMap2, IconSettings } from '@tabler/icons-react';
import type { ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { rowAreasOf } from '#domain/device/device-areas.ts';
import { useDeviceActions } from '#domain/device/use-device-actions.ts';
import type { Action } from '#kit/actions/action.ts';
import { ActionIcons } from '#kit/actions/action-icons.tsx';
import styles from './device-list.module.css';
import { mapPath, settingsPath } from './device-paths.ts';

/** The name leads to the device's map or log; before the first message to its settings, if the user may open them. */
export function DeviceName({ device }: { device: ListedDevice }) {
  const { deviId, dehaId, deviceName } = device;
  const { page, settings } = rowAreasOf(device);
  const path = page ? mapPath(deviId) : settings && settingsPath(deviId, dehaId);
  return path ? (
    <a href={path} className={styles.name}>
      {deviceName}
    </a>
  ) : (
    <span className={styles.clipped}>{deviceName}</span>
  );
}

/** Of what the device can be asked to do, what is done from its row (specification 1, section 2). */
const inRows: ReadonlySet<string> = new Set(['findMe', 'startTracking']);

/** What can be done with a device from the list. */
export function DeviceActions({ device }: { device: ListedDevice }) {
  const { t } = useTranslation();
  const { deviId, dehaId, deviceName: name } = device;
  const { page, settings } = rowAreasOf(device);
  const pages: Action[] = [
    {
      key: 'page',
      name: t(page === 'map' ? 'devices.showMap' : 'devices.showLog', { name }),
      icon: page === 'map' ? IconMap2 : IconListDetails,
      visible: page !== null,
      perform: mapPath(deviId),
    },
    {
      key: 'settings',
      name: t('devices.showSettings', { name }),
      icon: IconSettings,
      visible: settings,
      perform: settingsPath(deviId, dehaId),
    },
  ];
  const actions = useDeviceActions(device)
    .filter(({ key }) => inRows.has(key))
    .map((action) => ({ ...action, name: t('actions.forDevice', { action: action.name, name }) }));
  return <ActionIcons actions={[...pages, ...actions]} className={styles.action} />;
}
