import { Alert, Stack } from '@mantine/core';
import { IconHeartbeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type AlarmPathStage, alarmPathStages } from '@varde/catalogue/alarm-path';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { RelativeTime } from '#kit/relative-time.tsx';
import rows from '#kit/table/rows.module.css';
import { useTimeWords } from '#kit/time-words.ts';
import { useFormats } from '#kit/use-formats.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from './administration-page.module.css';

/** Polling interval; a check takes place every five minutes. */
const refreshMs = 20_000;

type AlarmPath = Output<'getAlarmPath'>;

/** Whether alarms get through: the test alarms that Varde raises itself, and how far each one came. */
export function AlarmPathPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...apiQuery('getAlarmPath', {}), refetchInterval: refreshMs });
  return (
    <div className={styles.page}>
      <PageTitle text={t('alarmPath.title')} />
      <h1 className={styles.title}>{t('alarmPath.title')}</h1>
      <p className={styles.intro}>{t('alarmPath.intro')}</p>
      {data?.lostSessions.map((lost) => (
        <LostSession key={lost.broker} {...lost} />
      ))}
      {data ? <Checks {...data} /> : <LoadState error={error} onRetry={refetch} height={200} />}
    </div>
  );
}

/** A technical warning: what devices sent to their broker meanwhile is lost, and only a person can ask their wearers. */
function LostSession({ broker, at }: AlarmPath['lostSessions'][number]) {
  const { t } = useTranslation();
  const words = useTimeWords();
  return (
    <Alert color="red" role="alert" title={t('alarmPath.lostSession', { broker, at: words.at(at, Date.now()) })}>
      {t('alarmPath.lostSessionHelp')}
    </Alert>
  );
}

function Checks({ isStopped, lastPassedAt, checks }: AlarmPath) {
  const { t } = useTranslation();
  const words = useTimeWords();
  if (checks.length === 0)
    return <StatePanel icon={<IconHeartbeat size={26} />} title={t('alarmPath.none')} body={t('alarmPath.noneHelp')} />;
  const at = lastPassedAt === null ? null : words.at(lastPassedAt, Date.now());
  return (
    <Stack>
      {isStopped ? (
        <Alert color="red" role="alert">
          {at === null ? t('alarmPath.neverPassed') : t('alarmPath.stopped', { at })}
        </Alert>
      ) : (
        <p role="status">{at === null ? t('alarmPath.waiting') : t('alarmPath.works', { at })}</p>
      )}
      <CheckTable checks={checks} />
    </Stack>
  );
}

function CheckTable({ checks }: Pick<AlarmPath, 'checks'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const duration = (ms: number | null) =>
    ms === null ? t('alarmPath.missing') : t('alarmPath.seconds', { seconds: formats.number(ms / 1000, 2) });
  const headOf = (stage: AlarmPathStage) => t(`alarmPath.stages.${stage}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable with the keyboard
    <section className={rows.frame} tabIndex={0} aria-label={t('alarmPath.title')}>
      <table className={`${rows.table} ${styles.blocks}`}>
        <thead>
          <tr>
            <th scope="col">{t('alarmPath.at')}</th>
            <th scope="col">{t('alarmPath.result')}</th>
            {alarmPathStages.map((stage) => (
              <th key={stage} scope="col" className={rows.number}>
                {headOf(stage)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {checks.map(({ at, passed, stages }) => (
            <tr key={at}>
              <td data-label={t('alarmPath.at')}>
                <RelativeTime time={at} />
              </td>
              <td data-label={t('alarmPath.result')}>{t(passed ? 'alarmPath.passed' : 'alarmPath.failed')}</td>
              {alarmPathStages.map((stage) => (
                <td key={stage} className={rows.number} data-label={headOf(stage)}>
                  {duration(stages[stage])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
