import { Button } from '@mantine/core';
import { IconNote, IconPhone } from '@tabler/icons-react';
import type { Alarm, AlarmDetail } from '@varde/contract/alarms';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { callLink } from '#domain/device/call-link.ts';
import { UserImage } from '#domain/device/user-image.tsx';
import { openNoteDialog } from '#domain/notes/note-dialog.tsx';
import { BatteryMeter } from '#domain/status/battery-meter.tsx';
import { LastContact } from '#domain/status/last-contact.tsx';
import { SignalBars } from '#domain/status/signal-bars.tsx';
import styles from './alarm-context.module.css';

interface AlarmPersonProps {
  alarm: Alarm;
  above: AlarmDetail['customersAbove'];
  /** Undefined until it is loaded, and for users who do not see it. */
  device: DeviceDetail | undefined;
  /** With the name and the number, where they are not above it: the number of a reset alarm is nowhere else. */
  isNamed: boolean;
}

/**
 * The wearer: the name, number, note and image, where they belong, and how the device is. The number stands above all that
 * is loaded later, so that it does not move under a finger.
 */
export function AlarmPerson({ alarm, above, device, isNamed }: AlarmPersonProps) {
  const { t } = useTranslation();
  const { deviceName, custName, formattedPhoneNumE164: phone } = alarm;
  const path = [...above.map(({ firmName }) => firmName), custName].join(' › ');
  return (
    <section className={styles.person} aria-label={t('alarmContext.person')}>
      <div className={styles.who}>
        {isNamed && <h2 className={styles.title}>{deviceName}</h2>}
        {(isNamed || alarm.state === 'reset') && phone && (
          <Button
            component="a"
            href={callLink(phone)}
            variant="default"
            className={styles.call}
            leftSection={<IconPhone size={18} aria-hidden />}
          >
            {t('alarms.call', { phone })}
          </Button>
        )}
        <span className={styles.dim}>{path}</span>
        <PersonNote alarm={alarm} device={device} />
      </div>
      {device?.abilities.includes('userImage') && device.userImageVersion !== null && (
        <div className={styles.image}>
          <UserImage deviId={device.deviId} version={device.userImageVersion} />
        </div>
      )}
      {device && <DeviceState device={device} />}
    </section>
  );
}

/** The text of the note, or that there is one, which opens for those who may read it. */
function PersonNote({ alarm, device }: Pick<AlarmPersonProps, 'alarm' | 'device'>) {
  const { t } = useTranslation();
  if (alarm.deviceNote !== null) return <p className={styles.note}>{alarm.deviceNote}</p>;
  if (!alarm.hasNote) return null;
  if (!device?.abilities.includes('note')) return <p className={styles.dim}>{t('alarms.hasNote')}</p>;
  return (
    <Button
      size="xs"
      variant="default"
      className={styles.call}
      leftSection={<IconNote size={16} aria-hidden />}
      onClick={() => void openNoteDialog(device)}
    >
      {t('alarmContext.showNote')}
    </Button>
  );
}

function DeviceState({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.state}>
      <div>
        <dt>{t('deviceHeader.lastContact')}</dt>
        <dd>
          <LastContact time={device.lastMsgIn} />
        </dd>
      </div>
      <div>
        <dt>{t('deviceHeader.battery')}</dt>
        <dd>
          <BatteryMeter battery={device.battery} charging={device.charging} />
        </dd>
      </div>
      <div>
        <dt>{t('deviceHeader.signal')}</dt>
        <dd>
          <SignalBars device={device} />
        </dd>
      </div>
    </dl>
  );
}
