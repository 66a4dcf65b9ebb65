import { IconListDetails, IconMap2, IconSettings } from '@tabler/icons-react';
import type { ListedDevice } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import type { DeviceAreas } from '#kit/device/device-areas.ts';
import { mapPath, settingsPath } from '#kit/paths.ts';
import styles from './device-list.module.css';

interface DeviceActionsProps {
  device: ListedDevice;
  areas: DeviceAreas;
}

/** What can be done with a device from the list. The map needs that the device has been in contact. */
export function DeviceActions({ device, areas: { page, settings } }: DeviceActionsProps) {
  const { t } = useTranslation();
  const PageIcon = page === 'map' ? IconMap2 : IconListDetails;
  const pageLabel = t(page === 'map' ? 'devices.showMap' : 'devices.showLog', { name: device.deviceName });
  const settingsLabel = t('devices.showSettings', { name: device.deviceName });
  return (
    <>
      {page && device.lastMsgIn !== null && (
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
