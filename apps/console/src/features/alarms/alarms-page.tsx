import { Skeleton } from '@mantine/core';
import { IconCircleCheck, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Alarm } from '@varde/contract/alarms';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { useSession } from '#data/session.ts';
import { openAlarms } from '#domain/alarms/use-alarms.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import { AlarmGroups, OutsideFilter, useNarrowing } from './alarm-groups-bar.tsx';
import { AlarmRow } from './alarm-row.tsx';
import styles from './alarms-page.module.css';
import { Outages, RecentlyReset } from './late-parts.ts';
import { focusAfter, moveIntoRows, useAlarmList } from './use-alarm-list.ts';

/** All open alarms on a full page. */
export function AlarmsPage() {
  const { t } = useTranslation();
  const trackerOnly = useSession().abilities.includes('trackerOnly');
  const { data, error, refetch } = useQuery(alarmsQuery);
  const narrowing = useNarrowing();
  return (
    <div className={styles.page}>
      <PageTitle text={t('alarms.title')} />
      <header className={styles.header} {...{ onKeyDown: moveIntoRows }}>
        <h1 className={styles.title}>{t('alarms.title')}</h1>
        <AlarmGroups alarms={openAlarms(data?.alarms ?? [])} shown={narrowing.shown} onChange={narrowing.change} />
        {!trackerOnly && (
          <Link to="/alarms/history" className={styles.history}>
            <IconHistory size={18} aria-hidden />
            <span className={styles.historyText}>{t('alarms.history')}</span>
          </Link>
        )}
      </header>
      <Outages />
      {data && <OpenAlarms alarms={data.alarms} narrowing={narrowing} />}
      {data && <RecentlyReset alarms={data.alarms} />}
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {!data &&
        !error &&
        ['first', 'second', 'third'].map((row) => <Skeleton key={row} height={60} mb={1} radius={0} />)}
    </div>
  );
}

interface OpenAlarmsProps {
  alarms: readonly Alarm[];
  narrowing: ReturnType<typeof useNarrowing>;
}

function OpenAlarms({ alarms, narrowing: { passes, isNarrow, showAll } }: OpenAlarmsProps) {
  const { t } = useTranslation();
  const { list, handlers, rows } = useAlarmList(alarms, passes);
  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(frame);
  const open = openAlarms(alarms);
  const listed = new Set(rows.map(({ alarmId }) => alarmId));
  if (rows.length === 0 && open.length === 0) {
    return <StatePanel icon={<IconCircleCheck size={26} />} title={t('alarms.none')} body={t('alarms.noneHelp')} />;
  }
  return (
    <div ref={frame} tabIndex={-1} className={styles.list} {...handlers}>
      {isNarrow && <OutsideFilter alarms={open.filter(({ alarmId }) => !listed.has(alarmId))} onShowAll={showAll} />}
      <ul ref={list} className={styles.rows} aria-label={t('alarms.listLabel')} data-guarded>
        {rows.map((alarm) => (
          <AlarmRow key={alarm.alarmId} alarm={alarm} onResetting={() => focusAfter(list.current, alarm.alarmId)} />
        ))}
      </ul>
    </div>
  );
}
