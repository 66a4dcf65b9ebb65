import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Alarm } from '@varde/contract/alarms';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pagesQuery } from '#data/api/pages-query.ts';
import { useSession } from '#data/session.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { DownloadButton, useReader } from '#domain/export/download-button.tsx';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { PageTitle } from '#kit/page-title.tsx';
import type { Column } from '#kit/table/columns.ts';
import { ResourceTable } from '#kit/table/resource-table.tsx';
import { useNextPage } from '#kit/table/use-next-page.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import type { HistoryFilter } from './history-filter.ts';
import styles from './history-page.module.css';
import { historyQuery } from './history-query.ts';
import { HistoryToolbar } from './history-toolbar.tsx';
import { ReopenButton } from './reopen-button.tsx';

interface HistoryPageProps {
  filter: HistoryFilter;
  onFilter: (filter: HistoryFilter) => void;
}

/** All alarms, including reset ones. The filter is in the address. */
export function HistoryPage({ filter, onFilter }: HistoryPageProps) {
  const { t } = useTranslation();
  const query = { ...historyQuery(filter), ...useReader() };
  const trackerOnly = useSession().abilities.includes('trackerOnly');
  return (
    <div className={styles.page}>
      <PageTitle text={t('alarmHistory.title')} />
      <header className={styles.header}>
        <h1 className={styles.title}>{t('alarmHistory.title')}</h1>
        <Link to="/alarms" className={styles.link}>
          {t('alarmHistory.toOpen')}
        </Link>
        <Link to="/alarms/answer_times" className={styles.link}>
          {t('alarmHistory.toAnswerTimes')}
        </Link>
        {!trackerOnly && <DownloadButton call="exportAlarms" input={{ query }} label={t('common.export')} />}
      </header>
      <HistoryToolbar filter={filter} onFilter={onFilter} />
      <HistoryRows filter={filter} />
    </div>
  );
}

const pageSize = 100;

function HistoryRows({ filter }: { filter: HistoryFilter }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const query = { ...historyQuery(filter), limit: pageSize };
  const list = useInfiniteQuery({
    ...pagesQuery('listAlarmHistory', { query }),
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, refetch } = list;
  const nextPage = useNextPage(list);
  const columns = useHistoryColumns();
  if (!list.data) return <LoadState error={list.error} onRetry={refetch} height={400} />;
  const rows = list.data.pages.flatMap(({ alarms }) => alarms);
  if (rows.length === 0)
    return (
      <StatePanel
        role="status"
        icon={<IconHistory size={26} />}
        title={t('alarmHistory.none')}
        body={t('alarmHistory.noneHelp')}
      />
    );
  return (
    <ResourceTable
      label={t('alarmHistory.title')}
      rows={rows}
      rowKey={alarmKey}
      columns={columns}
      details={(alarm) => <HistoryDetails alarm={alarm} onReopened={() => void refetch()} />}
      expandLabel={({ deviceName, receivedAt }) =>
        t('alarmHistory.more', { name: deviceName, time: formats.exact(receivedAt) })
      }
      total={hasNextPage ? -1 : rows.length}
      {...nextPage}
    />
  );
}

const alarmKey = ({ alarmId }: Alarm) => alarmId;

function HistoryDetails({ alarm, onReopened }: { alarm: Alarm; onReopened: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.details}>
      {alarm.note && <p className={styles.note}>{alarm.note}</p>}
      <Link to="/alarms/$alarmId" params={{ alarmId: String(alarm.alarmId) }} className={styles.link}>
        {t('alarmHistory.open')}
      </Link>
      <ReopenButton alarm={alarm} onReopened={onReopened} />
    </div>
  );
}

/** Texts of an alarm in the history. */
function useHistoryWords() {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(
    () => ({
      time: ({ receivedAt }: Alarm) => formats.exact(receivedAt),
      kind: ({ metyId }: Alarm) => t(`catalogue.messageTypes.${messageTypeKey(metyId)}`),
      device: ({ deviceName }: Alarm) => deviceName,
      customer: ({ custName }: Alarm) => custName,
      outcome: ({ outcome, state }: Alarm) =>
        outcome ? t(`alarms.outcomes.${outcome}`) : t(`alarmHistory.states.${state}`),
      handledBy: ({ handledBy, claimedBy }: Alarm) => handledBy ?? claimedBy?.name ?? '',
    }),
    [t, formats],
  );
}

const layout = [
  { key: 'time', width: '210px' },
  { key: 'kind', width: 'minmax(0, 1fr)' },
  { key: 'device', width: 'minmax(0, 1.5fr)' },
  { key: 'customer', width: 'minmax(0, 1.5fr)', foldBelow: 1200 },
  { key: 'outcome', width: 'minmax(0, 1.5fr)', foldBelow: 768 },
  { key: 'handledBy', width: 'minmax(0, 1fr)', foldBelow: 992 },
] as const;

function useHistoryColumns(): Column<Alarm>[] {
  const { t } = useTranslation();
  const words = useHistoryWords();
  return useMemo(
    () =>
      layout.map((column) => ({
        ...column,
        header: t(`alarmHistory.columns.${column.key}`),
        cell: (alarm) => <span className={styles.clipped}>{words[column.key](alarm)}</span>,
      })),
    [t, words],
  );
}
