import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { useFormats } from '#kit/use-formats.ts';
import { BatteryMeter } from '../status/battery-meter.tsx';
import { SignalBars } from '../status/signal-bars.tsx';
import { StatusCell } from '../status/status-cell.tsx';
import styles from './device-header.module.css';

/** Last contact, battery, signal and status of one device. */
export function DeviceStatusBar({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const ahp = useSession().context === 'AHP';
  return (
    <dl className={styles.bar}>
      <div>
        <dt>{t('device.status')}</dt>
        <dd>
          <StatusCell device={device} ahp={ahp} />
        </dd>
        {device.unknownWarning && <dd>{t('device.technicalWarning')}</dd>}
      </div>
      <div>
        <dt>{t('device.lastContact')}</dt>
        <dd>
          {device.lastMsgIn === null ? t('device.neverInContact') : formats.dayAndClock(device.lastMsgIn)}
        </dd>
      </div>
      <div>
        <dt>{t('device.battery')}</dt>
        <dd>
          <BatteryMeter battery={device.battery} charging={device.charging} />
        </dd>
      </div>
      <div>
        <dt>{t('device.signal')}</dt>
        <dd>
          <SignalBars device={device} />
        </dd>
      </div>
      <div>
        <dt>{t('device.customer')}</dt>
        <dd>{device.ownedByCustName}</dd>
      </div>
    </dl>
  );
}
