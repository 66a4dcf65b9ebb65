import { IconListDetails, IconMap2, IconSettings } from '@tabler/icons-react';
import type { ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { rowAreasOf } from '#domain/device/device-areas.ts';
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

/** What can be done with a device from the list. */
export function DeviceActions({ device }: { device: ListedDevice }) {
  const { t } = useTranslation();
  const { page, settings } = rowAreasOf(device);
  const PageIcon = page === 'map' ? IconMap2 : IconListDetails;
  const pageLabel = t(page === 'map' ? 'devices.showMap' : 'devices.showLog', { name: device.deviceName });
  const settingsLabel = t('devices.showSettings', { name: device.deviceName });
  return (
    <>
      {page && (
        <a className={styles.action} href={mapPath(device.deviId)} aria-label={pageLabel} title={pageLabel}>
          <PageIcon size={18} aria-hidden />
        </a>
      )}
      {settings && (
        <a
          className={styles.action}
          href={settingsPath(device.deviId, device.dehaId)}
          aria-label={settingsLabel}
          title={settingsLabel}
        >
          <IconSettings size={18} aria-hidden />
        </a>
      )}
    </>
  );
}
