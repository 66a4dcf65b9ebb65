import { Link } from '@tanstack/react-router';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { ActionButtons } from '#kit/actions/action-buttons.tsx';
import { ActionMenu } from '#kit/actions/action-menu.tsx';
import { CustomerImage } from '../customers/customer-image.tsx';
import { hardwareIcons } from '../status/status-icons.ts';
import { DeviceCommands } from './device-commands.tsx';
import styles from './device-header.module.css';
import { DeviceStatusBar } from './device-status-bar.tsx';
import { useDeviceActions } from './use-device-actions.ts';

/** Name, serial number, the device's areas and its status, on top of every page about one device. */
export function DeviceHeader({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const hardware = hardwareById(device.dehaId);
  const Icon = hardwareIcons[hardware?.icon ?? 'urgent'];
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <span className={styles.icon} title={hardware?.name}>
          <Icon size={22} aria-hidden />
        </span>
        <h1 className={styles.name}>
          {device.deviceName} <Serial serial={device.deviceSNNum} />
        </h1>
        <CustomerImage custId={device.ownedByCustId} />
        <nav className={styles.areas} aria-label={t('device.areas')}>
          <ActionButtons actions={useDeviceActions(device, 'header')} />
        </nav>
        <ActionMenu label={t('actions.title')} actions={useDeviceActions(device, 'menu')} />
      </div>
      <DeviceStatusBar device={device} />
      <DeviceCommands device={device} />
    </header>
  );
}

/** In brackets; leads to the list, which a private user has no use for (specification 1, section 2). */
function Serial({ serial }: { serial: string }) {
  const { t } = useTranslation();
  const isPrivate = useSession().abilities.includes('private');
  return (
    <span className={styles.serial}>
      (
      {isPrivate ? (
        serial
      ) : (
        <Link to="/vardes/search={$serial}" params={{ serial }} title={t('device.findInList')}>
          {serial}
        </Link>
      )}
      )
    </span>
  );
}
