import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { isTaken } from '#domain/alarms/alarm-groups.ts';
import styles from './alarm-reach.module.css';

/** Whether anybody on the list has been reached; of an alarm that nobody has taken. */
export function AlarmReach({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { reach } = alarm;
  if (reach === null || isTaken(alarm)) return null;
  const { reached, furthest } = reach;
  if (reached > 0) return <span className={styles.some}>{t('alarms.reach.some', { count: reached })}</span>;
  return (
    <span className={styles.none}>
      <strong>{t('alarms.reach.none')}</strong>
      <span className={styles.more}>{` · ${t(`alarms.reach.furthest.${furthest ?? 'nothing'}`)}`}</span>
    </span>
  );
}
