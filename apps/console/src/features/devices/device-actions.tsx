import type { Clone, ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { clonePage, devicePages } from '#domain/device/device-action-list.ts';
import { useDeviceActions } from '#domain/device/use-device-actions.ts';
import { useDeviceName } from '#domain/device/use-device-name.ts';
import { ActionIcons } from '#kit/actions/action-icons.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './device-list.module.css';

/** The name links to the device's map or log; before the first message to its settings, if the user may open them. */
export function DeviceName({ device }: { device: ListedDevice }) {
  const name = useDeviceName(device);
  const first = devicePages(device).find(({ visible, places }) => visible && places.includes('row'));
  const shown = first ? (
    <a href={`#${first.perform}`} className={styles.name}>
      {name}
    </a>
  ) : (
    <span className={styles.name}>{name}</span>
  );
  return device.twinDevice ? (
    <>
      {shown} <CloneLine device={device} clone={device.twinDevice} />
    </>
  ) : (
    shown
  );
}

/** The clone of a pair in the row of its master: serial number, status and battery. */
function CloneLine({ device, clone }: { device: ListedDevice; clone: Clone }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const battery = clone.battery === null ? null : t('common.percent', { value: formats.number(clone.battery) });
  const facts = [t(`catalogue.statuses.${clone.status}`), ...(battery ? [battery] : [])];
  return (
    <span className={styles.clone}>
      <CloneSerial device={device} serial={clone.deviceSNNum} />
      <span>{facts.map((fact) => ` · ${fact}`).join('')}</span>
    </span>
  );
}

/** Links to the page of the clone. */
export function CloneSerial({ device, serial }: { device: ListedDevice; serial: string }) {
  const page = clonePage(device);
  return page === null ? <span>{serial}</span> : <a href={`#${page}`}>{serial}</a>;
}

/** The actions of a device in its row of the list. */
export function DeviceActions({ device }: { device: ListedDevice }) {
  return <ActionIcons actions={useDeviceActions(device, 'row')} className={styles.action} />;
}
