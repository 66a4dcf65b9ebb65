import { IconListDetails, IconMap2, IconSettings } from '@tabler/icons-react';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceRow } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { mapPath, settingsPath } from '#kit/paths.ts';
import styles from './device-list.module.css';

/** What can be done with a device from the list. The map needs that the device has been in contact. */
export function DeviceActions({ device }: { device: DeviceRow }) {
  const { t } = useTranslation();
  const positioning = hardwareById(device.dehaId)?.capabilities.positioning ?? false;
  const MapIcon = positioning ? IconMap2 : IconListDetails;
  const mapLabel = t(positioning ? 'devices.showMap' : 'devices.showLog', { name: device.deviceName });
  const settingsLabel = t('devices.showSettings', { name: device.deviceName });
  return (
    <>
      {device.lastMsgIn !== null && (
        <a className={styles.action} href={mapPath(device.deviId)} aria-label={mapLabel} title={mapLabel}>
          <MapIcon size={18} aria-hidden />
        </a>
      )}
      <a
        className={styles.action}
        href={settingsPath(device.deviId, device.dehaId)}
        aria-label={settingsLabel}
        title={settingsLabel}
      >
        <IconSettings size={18} aria-hidden />
      </a>
    </>
  );
}
