import { Skeleton } from '@mantine/core';
import { IconCircleCheck, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Alarm } from '@varde/contract/alarms';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { useSession } from '#data/session.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { AlarmGroups, OutsideFilter, useNarrowing } from './alarm-groups-bar.tsx';
import { AlarmRow } from './alarm-row.tsx';
import { AlarmSummary } from './alarm-summary.tsx';
import styles from './alarms-page.module.css';
import { Outages } from './late-outages.ts';
import { RecentlyReset } from './recently-reset.tsx';
import { focusAfter, showRow, useAlarmList } from './use-alarm-list.ts';
import { openAlarms } from './use-alarms.ts';

/** All open alarms on a full page. */
export function AlarmsPage() {
  const { t } = useTranslation();
  const trackerOnly = useSession().abilities.includes('trackerOnly');
  const { data, error, refetch } = useQuery(alarmsQuery);
  return (
    <div className={styles.page}>
      <PageTitle text={t('alarms.title')} />
      <header className={styles.header}>
        <h1 className={styles.title}>{t('alarms.title')}</h1>
        {!trackerOnly && (
          <Link to="/alarms/history" className={styles.history}>
            <IconHistory size={18} aria-hidden />
            {t('alarms.history')}
          </Link>
        )}
      </header>
      <div className={styles.outages}>
        <Outages />
      </div>
      {data && <OpenAlarms alarms={data.alarms} />}
      {data && <RecentlyReset alarms={data.alarms} />}
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {!data &&
        !error &&
        ['first', 'second', 'third'].map((row) => <Skeleton key={row} height={56} mb={4} radius={0} />)}
    </div>
  );
}

function OpenAlarms({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation();
  const { shown, change, passes, isNarrow, showAll } = useNarrowing();
  const { list, handlers, rows, freshCount, firstFresh } = useAlarmList(alarms, passes);
  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(frame);
  const open = openAlarms(alarms);
  const listed = new Set(rows.map(({ alarmId }) => alarmId));
  if (rows.length === 0 && open.length === 0) {
    return (
      <StatePanel icon={<IconCircleCheck size={26} />} title={t('alarms.none')} body={t('alarms.noneHelp')} />
    );
  }
  return (
    <div ref={frame} tabIndex={-1} className={styles.list} {...handlers}>
      <AlarmGroups alarms={open} shown={shown} onChange={change} />
      {isNarrow && (
        <OutsideFilter alarms={open.filter(({ alarmId }) => !listed.has(alarmId))} onShowAll={showAll} />
      )}
      <AlarmSummary
        rows={open}
        freshCount={freshCount}
        onShowFresh={() => firstFresh && showRow(list.current, firstFresh)}
        fold={null}
      />
      <ul ref={list} className={styles.rows} aria-label={t('alarms.listLabel')}>
        {rows.map((alarm) => (
          <AlarmRow
            key={alarm.alarmId}
            alarm={alarm}
            onResetting={() => focusAfter(list.current, alarm.alarmId)}
          />
        ))}
      </ul>
    </div>
  );
}
