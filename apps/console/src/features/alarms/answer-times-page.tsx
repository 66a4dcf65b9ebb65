import { NativeSelect } from '@mantine/core';
import { IconClockCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AnswerGroup, type AnswerStart, answerGroups, answerStarts } from '@varde/catalogue/answer-times';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { useSession } from '#data/session.ts';
import { CustomerChoice } from '#domain/customers/customer-choice.tsx';
import { LoadState } from '#domain/errors/load-state.tsx';
import { notifyError } from '#domain/errors/notify-error.ts';
import { useReader } from '#domain/export/download-button.tsx';
import { ExportButton } from '#domain/export/export-button.tsx';
import { DateField } from '#kit/form/date-field.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { Part } from '#kit/state/part.tsx';
import { dayOf, monthFrom, startOf } from '#ui/day.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from './answer-times.module.css';
import { AnswerTimesChart } from './answer-times-chart.tsx';
import { AnswerTimesTable } from './answer-times-table.tsx';
import type { AnswerFilter } from './history-filter.ts';
import { type AnswerReport, useAnswerWords } from './use-answer-words.ts';

interface AnswerTimesPageProps {
  filter: AnswerFilter;
  onFilter: (filter: AnswerFilter) => void;
}

/** How soon alarms were taken, beside the figures that alarm services are held to. The filter is in the address. */
export function AnswerTimesPage({ filter, onFilter }: AnswerTimesPageProps) {
  const { t } = useTranslation();
  const ahp = useSession().context === 'AHP';
  const period = lastYear(Date.now());
  const shown: Shown = {
    cust: filter.cust,
    by: filter.by ?? 'month',
    since: filter.since ?? (ahp ? 'escalated' : 'received'),
    from: filter.from ?? period.from,
    to: filter.to ?? period.to,
  };
  return (
    <div className={styles.page}>
      <PageTitle text={t('answerTimes.title')} />
      <header className={styles.header}>
        <h1 className={styles.title}>{t('answerTimes.title')}</h1>
        <Link to="/alarms/history" className={styles.link}>
          {t('answerTimes.toHistory')}
        </Link>
      </header>
      <p className={styles.help}>{t(`answerTimes.help.${shown.since}`)}</p>
      <AnswerToolbar filter={shown} onFilter={onFilter} />
      <AnswerReportOf key={shown.by} filter={shown} />
    </div>
  );
}

/** The filter, and what is shown without one. */
interface Shown {
  cust: number | undefined;
  by: AnswerGroup;
  since: AnswerStart;
  from: string;
  to: string;
}

/** This month and the eleven before it. */
function lastYear(now: number): { from: string; to: string } {
  const to = dayOf(now);
  return { from: monthFrom(to, -11), to };
}

function AnswerToolbar({ filter, onFilter }: { filter: Shown; onFilter: (filter: AnswerFilter) => void }) {
  const { t } = useTranslation();
  const { abilities } = useSession();
  const change = (part: AnswerFilter) => onFilter({ ...filter, ...part });
  return (
    <div className={styles.toolbar}>
      <NativeSelect
        label={t('answerTimes.by')}
        value={filter.by}
        onChange={(event) => change({ by: answerGroups.find((by) => by === event.currentTarget.value) })}
        data={answerGroups.map((value) => ({ value, label: t(`answerTimes.groups.${value}`) }))}
      />
      <NativeSelect
        label={t('answerTimes.since')}
        value={filter.since}
        onChange={(event) => change({ since: answerStarts.find((since) => since === event.currentTarget.value) })}
        data={answerStarts.map((value) => ({ value, label: t(`answerTimes.starts.${value}`) }))}
      />
      {abilities.includes('customers') && (
        <CustomerChoice
          label={t('alarmHistory.customer')}
          title={t('alarmHistory.chooseCustomer')}
          none={t('alarmHistory.allCustomers')}
          custId={filter.cust}
          onChange={(cust) => change({ cust })}
        />
      )}
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          label={t(`alarmHistory.${end}`)}
          value={filter[end]}
          onChange={(day) => change({ [end]: day || undefined })}
        />
      ))}
    </div>
  );
}

/** The places on the axis of the chart: the months of the period, the hours of a day, or those that had alarms. */
const slots: Record<AnswerGroup, (from: string, to: string) => readonly string[] | null> = {
  month(from, to) {
    const all: string[] = [];
    for (let at = 0; (all.at(-1) ?? '') < to.slice(0, 7); at++) all.push(monthFrom(from, at).slice(0, 7));
    return all;
  },
  hour: () => Array.from({ length: 24 }, (_, hour) => String(hour)),
  customer: () => null,
};

const longestPeriodMs = 400 * 24 * 3_600_000;

function AnswerReportOf({ filter: { cust, by, since, from, to } }: { filter: Shown }) {
  const { t } = useTranslation();
  const { timeZone } = useReader();
  const period = { from: startOf(from) ?? 0, to: startOf(to, 1) ?? 0 };
  const isAllowed = period.from < period.to && period.to - period.from <= longestPeriodMs;
  const query = { custId: cust, by, since, ...period, timeZone };
  const { data, error, refetch } = useQuery({
    ...apiQuery('getAnswerTimes', { query }),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  });
  const words = useAnswerWords(by);
  if (!isAllowed) return <p role="alert">{t('answerTimes.tooLong')}</p>;
  if (!data) return <LoadState error={error} onRetry={refetch} height={400} />;
  if (data.rows.length === 0)
    return (
      <StatePanel
        role="status"
        icon={<IconClockCheck size={26} />}
        title={t('answerTimes.none')}
        body={t('answerTimes.noneHelp')}
      />
    );
  return (
    <>
      <Part>
        <AnswerTimesChart rows={data.rows} slots={slots[by](from, to)} words={words} />
      </Part>
      <AnswerTimesTable report={data} words={words} />
      <div>
        <ExportButton table={{ ...words.file, page: () => pageOf(data), onError: notifyError }} />
      </div>
    </>
  );
}

/** All of it is on the screen. */
const pageOf = async ({ rows, total }: AnswerReport) => ({
  rows: [...rows, { key: '', name: null, ...total }],
  nextCursor: null,
});
