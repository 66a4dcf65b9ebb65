import type { Alarm } from '@varde/contract/alarms';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import styles from './alarm-region.module.css';
import { useFreshSignals } from './use-fresh-signals.ts';

/** Announces each new alarm and each further signal to screen readers; the rows render every second and cannot. */
export function AlarmAnnouncer({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const announce = useCallback(
    (fresh: readonly Alarm[]) => {
      const sentences = fresh.map((alarm) =>
        t('alarms.announcement', {
          kind: t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`),
          name: alarm.deviceName,
          customer: alarm.custName,
        }),
      );
      setText(sentences.join(' '));
    },
    [t],
  );
  useFreshSignals(alarms, announce);
  return (
    <div className={styles.announcer} aria-live="assertive">
      {text}
    </div>
  );
}
