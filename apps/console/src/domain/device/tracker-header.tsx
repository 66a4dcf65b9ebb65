import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '#kit/actions/action-menu.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { DeviceCommands } from './device-commands.tsx';
import styles from './device-header.module.css';
import { useDeviceActions } from './use-device-actions.ts';
import { useDeviceName } from './use-device-name.ts';

/**
 * The reduced header for tracker-only users (specification 2, section 2): a link back, the device, and its last
 * contact.
 */
export function TrackerHeader({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { dayAndClock } = useFormats();
  const name = useDeviceName(device);
  const { lastMsgIn, posTime, disablePositioning } = device;
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/vardes" />}
        >
          {t('deviceLog.backToList')}
        </Button>
        <h1 className={styles.name}>
          {name} <span className={styles.serial}>({device.deviceSNNum})</span>
        </h1>
        <ActionMenu label={t('actions.title')} actions={useDeviceActions(device, 'menu')} />
      </div>
      <dl className={styles.bar}>
        <div>
          <dt>{t('deviceLog.lastServerContact')}</dt>
          <dd>{lastMsgIn === null ? t('deviceHeader.neverInContact') : dayAndClock(lastMsgIn)}</dd>
        </div>
        <div>
          <dt>{t('deviceLog.lastValidPosition')}</dt>
          <dd>
            {posTime === null
              ? t(disablePositioning ? 'deviceLog.positioningOff' : 'common.unknown')
              : dayAndClock(posTime)}
          </dd>
        </div>
      </dl>
      <DeviceCommands device={device} />
    </header>
  );
}
