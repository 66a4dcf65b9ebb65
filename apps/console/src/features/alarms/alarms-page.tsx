import { Skeleton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { AlarmRow } from './alarm-row.tsx';
import { AlarmSummary } from './alarm-summary.tsx';
import styles from './alarms-page.module.css';
import { focusNextRow, showRow, useAlarmList } from './use-alarm-list.ts';

/** Every open alarm with room for all of them. */
export function AlarmsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(alarmsQuery);
  return (
    <div className={styles.page}>
      <PageTitle text={t('alarms.title')} />
      <h1 className={styles.title}>{t('alarms.title')}</h1>
      {data && <OpenAlarms alarms={data.alarms} />}
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {!data &&
        !error &&
        ['first', 'second', 'third'].map((row) => <Skeleton key={row} height={56} mb={4} radius={0} />)}
    </div>
  );
}

function OpenAlarms({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation();
  const { list, handlers, rows, freshCount, firstFresh } = useAlarmList(alarms);
  if (rows.length === 0) {
    return (
      <StatePanel icon={<IconCircleCheck size={26} />} title={t('alarms.none')} body={t('alarms.noneHelp')} />
    );
  }
  return (
    <div className={styles.list} {...handlers}>
      <AlarmSummary
        rows={rows}
        freshCount={freshCount}
        onShowFresh={() => firstFresh && showRow(list.current, firstFresh)}
        fold={null}
      />
      <ul ref={list} className={styles.rows} aria-label={t('alarms.listLabel')}>
        {rows.map((alarm) => (
          <AlarmRow
            key={alarm.alarmId}
            alarm={alarm}
            onReset={() => focusNextRow(list.current, alarm.alarmId)}
          />
        ))}
      </ul>
    </div>
  );
}
