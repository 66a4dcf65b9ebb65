import { Link } from '@tanstack/react-router';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { DeviceDetail } from '@varde/contract/devices';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { ActionMenu } from '#kit/actions/action-menu.tsx';
import { CustomerImage } from '../customers/customer-image.tsx';
import { hardwareIcons } from '../status/status-icons.ts';
import { DeviceActionButtons } from './device-action-buttons.tsx';
import { DeviceCommands } from './device-commands.tsx';
import styles from './device-header.module.css';
import { DeviceName } from './device-name.tsx';
import { DeviceStatusBar } from './device-status-bar.tsx';
import { TrackerHeader } from './tracker-header.tsx';
import { useDeviceActions } from './use-device-actions.ts';

interface DeviceHeaderProps {
  device: DeviceDetail;
  /** What comes before the status of the device. */
  children?: ReactNode;
}

/** The header of every page about a device; reduced for tracker-only users. */
export function DeviceHeader({ device, children }: DeviceHeaderProps) {
  const trackerOnly = useSession().abilities.includes('trackerOnly');
  if (!trackerOnly) return <FullHeader device={device}>{children}</FullHeader>;
  return (
    <>
      <TrackerHeader device={device} />
      {children}
    </>
  );
}

/** Name, serial number, areas and status of a device. */
function FullHeader({ device, children }: DeviceHeaderProps) {
  const { t } = useTranslation();
  const hardware = hardwareById(device.dehaId);
  const Icon = hardwareIcons[hardware?.icon ?? 'circle-dot'];
  const ahp = useSession().context === 'AHP';
  const actions = useDeviceActions(device, 'menu');
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <span className={styles.icon} title={hardware?.name}>
          <Icon size={22} aria-hidden />
        </span>
        <DeviceName device={device}>
          <Serial serial={device.deviceSNNum} />
        </DeviceName>
        <CustomerImage key={device.ownedByCustId} deviId={device.deviId} />
        <nav className={styles.areas} aria-label={t('deviceHeader.areas')}>
          <DeviceActionButtons device={device} place="header" />
        </nav>
        {/* In AHP context only the buttons of the areas appear (specification 1, section 6). */}
        {!ahp && <ActionMenu label={t('actions.title')} actions={actions} />}
      </div>
      {children}
      <DeviceStatusBar device={device} />
      <DeviceCommands device={device} />
    </header>
  );
}

/** In brackets; leads to the list, except for a private user (specification 1, section 2). */
function Serial({ serial }: { serial: string }) {
  const { t } = useTranslation();
  const isPrivate = useSession().abilities.includes('private');
  return (
    <span className={styles.serial}>
      <span>(</span>
      {isPrivate ? (
        <span>{serial}</span>
      ) : (
        <Link to="/vardes/search={$serial}" params={{ serial }} title={t('deviceHeader.findInList')}>
          {serial}
        </Link>
      )}
      <span>)</span>
    </span>
  );
}
