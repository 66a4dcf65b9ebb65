import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { useFormats } from '#kit/use-formats.ts';
import styles from './alarm-context.module.css';

const mostShown = 5;

/** The alarms of the same device before this one, latest first. */
export function EarlierAlarms({ alarm: { alarmId, deviId, receivedAt } }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error, refetch } = useQuery(apiQuery('listAlarms', { query: { deviId, limit: 4 * mostShown } }));
  const earlier = (data?.alarms ?? [])
    .filter((other) => other.alarmId !== alarmId && other.receivedAt <= receivedAt)
    .slice(0, mostShown);
  return (
    <section aria-label={t('alarmContext.earlier')}>
      <h2 className={styles.title}>{t('alarmContext.earlier')}</h2>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {data && earlier.length === 0 && <p className={styles.dim}>{t('alarmContext.noEarlier')}</p>}
      <ul className={styles.rows}>
        {earlier.map((other) => (
          <li key={other.alarmId}>
            <Link to="/alarms/$alarmId" params={{ alarmId: String(other.alarmId) }} className={styles.link}>
              {formats.dayAndClock(other.receivedAt)}
            </Link>
            <span>{t(`catalogue.messageTypes.${messageTypeKey(other.metyId)}`)}</span>
            <span className={styles.dim}>
              {other.outcome ? t(`alarms.outcomes.${other.outcome}`) : t(`alarmHistory.states.${other.state}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
