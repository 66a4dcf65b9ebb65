import type { ListedDevice } from '@varde/contract/devices';
import { devicePages } from '#domain/device/device-action-list.ts';
import { useDeviceActions } from '#domain/device/use-device-actions.ts';
import { ActionIcons } from '#kit/actions/action-icons.tsx';
import styles from './device-list.module.css';

/** The name leads to the device's map or log; before the first message to its settings, if the user may open them. */
export function DeviceName({ device }: { device: ListedDevice }) {
  const first = devicePages(device).find(({ visible, places }) => visible && places.includes('row'));
  return first ? (
    <a href={`#${first.perform}`} className={styles.name}>
      {device.deviceName}
    </a>
  ) : (
    <span className={styles.clipped}>{device.deviceName}</span>
  );
}

/** The actions of a device in its row of the list. */
export function DeviceActions({ device }: { device: ListedDevice }) {
  return <ActionIcons actions={useDeviceActions(device, 'row')} className={styles.action} />;
}
