import { Skeleton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#kit/page-title.tsx';
import { ErrorState } from '#kit/state/error-state.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { AlarmRow } from './alarm-row.tsx';
import styles from './alarms-page.module.css';
import { useOpenAlarms } from './use-open-alarms.ts';

/** Every open alarm with room for all of them. */
export function AlarmsPage() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <PageTitle text={t('alarms.title')} />
      <h1 className={styles.title}>{t('alarms.title')}</h1>
      <OpenAlarms />
    </div>
  );
}

function OpenAlarms() {
  const { t } = useTranslation();
  const { data, error, refetch } = useOpenAlarms();
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) {
    return ['first', 'second', 'third'].map((row) => <Skeleton key={row} height={56} mb={4} radius={0} />);
  }
  if (data.length === 0) {
    return (
      <StatePanel icon={<IconCircleCheck size={26} />} title={t('alarms.none')} body={t('alarms.noneHelp')} />
    );
  }
  return (
    <ul className={styles.list}>
      {data.map((alarm) => (
        <AlarmRow key={alarm.alarmId} alarm={alarm} />
      ))}
    </ul>
  );
}
