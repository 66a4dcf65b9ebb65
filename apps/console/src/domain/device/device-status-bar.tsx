import { eventsOf } from '@varde/catalogue/statuses';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { useFormats } from '#kit/use-formats.ts';
import { BatteryMeter } from '../status/battery-meter.tsx';
import { LastTest } from '../status/last-test.tsx';
import { SignalBars } from '../status/signal-bars.tsx';
import { colourStyle, StatusCell } from '../status/status-cell.tsx';
import { statusIcons } from '../status/status-icons.ts';
import styles from './device-header.module.css';
import { NobodyTold } from './nobody-told.tsx';

/** Last contact, battery, signal and status of one device. */
export function DeviceStatusBar({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const ahp = useSession().context === 'AHP';
  const unreached = device.reachesNobody === true;
  return (
    <dl className={styles.bar}>
      <div>
        <dt>{t('deviceHeader.status')}</dt>
        <dd>
          {unreached && device.status === 'clear' ? (
            <NobodyTold deviId={device.deviId} />
          ) : (
            <StatusCell device={device} ahp={ahp} />
          )}
        </dd>
        {device.lastMsgIn === null && <dd>{t('deviceHeader.neverHadContact')}</dd>}
        {device.unknownWarning && <dd>{t('deviceHeader.technicalWarning')}</dd>}
      </div>
      <EventBadges device={device} />
      <div>
        <dt>{t('deviceHeader.lastContact')}</dt>
        <dd>{device.lastMsgIn === null ? t('deviceHeader.neverInContact') : formats.dayAndClock(device.lastMsgIn)}</dd>
      </div>
      <div>
        <dt>{t('deviceHeader.battery')}</dt>
        <dd>
          <BatteryMeter battery={device.battery} charging={device.charging} />
        </dd>
      </div>
      <div>
        <dt>{t('deviceHeader.signal')}</dt>
        <dd>{device.gsmStrength === null ? t('deviceHeader.noSignal') : <SignalBars device={device} tall />}</dd>
      </div>
      <div>
        <dt>{t('deviceHeader.customer')}</dt>
        <dd>{device.ownedByCustName}</dd>
      </div>
      <div>
        <dt>{t('deviceHeader.lastTest')}</dt>
        <dd>
          <LastTest device={device} />
        </dd>
      </div>
      {unreached && device.status !== 'clear' && (
        <div>
          <dt>{t('deviceHeader.notification')}</dt>
          <dd>
            <NobodyTold deviId={device.deviId} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** All present events of a device, each with its icon and colour. */
function EventBadges({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const events = eventsOf(device, device);
  return (
    <div>
      <dt id="device-events">{t('deviceHeader.events')}</dt>
      <dd>
        {events.length === 0 ? (
          t('deviceHeader.noEvents')
        ) : (
          <ul className={styles.events} aria-labelledby="device-events">
            {events.map(({ key, icon, colour }) => {
              const Icon = statusIcons[icon];
              const text = t(`catalogue.statuses.${key}`);
              return (
                <li key={key} style={colourStyle(colour)} title={text}>
                  <Icon size={18} role="img" aria-label={text} />
                </li>
              );
            })}
          </ul>
        )}
      </dd>
    </div>
  );
}
