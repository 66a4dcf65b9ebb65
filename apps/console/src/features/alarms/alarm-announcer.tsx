import type { Alarm } from '@varde/contract/alarms';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageTypeKey } from '#kit/status/alarm-kind.ts';
import styles from './alarm-region.module.css';

/** Tells screen readers of each new alarm and each further signal; the rows themselves tick and would never be quiet. */
export function AlarmAnnouncer({ alarms }: { alarms: Alarm[] }) {
  const { t } = useTranslation();
  const told = useRef(new Map<number, number>());
  const [text, setText] = useState('');
  useEffect(() => {
    const fresh = alarms.filter((alarm) => alarm.signalCount > (told.current.get(alarm.alarmId) ?? 0));
    told.current = new Map(alarms.map((alarm) => [alarm.alarmId, alarm.signalCount]));
    if (fresh.length === 0) return;
    const sentences = fresh.map((alarm) =>
      t('alarms.announcement', {
        kind: t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`),
        name: alarm.deviceName,
        customer: alarm.custName,
      }),
    );
    setText(sentences.join(' '));
  }, [alarms, t]);
  return (
    <div className={styles.announcer} aria-live="assertive">
      {text}
    </div>
  );
}
