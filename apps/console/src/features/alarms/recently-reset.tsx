import { useQuery } from '@tanstack/react-query';
import { reopenMs } from '@varde/catalogue/alarms';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { useTimeWords } from '#kit/time-words.ts';
import { useNow } from '#ui/clock.ts';
import styles from './recently-reset.module.css';
import { ReopenButton } from './reopen-button.tsx';

/** The alarms that can still be reopened, latest first: those from the server, updated by the live `alarms`. */
export function RecentlyReset({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation();
  const words = useTimeWords();
  const now = useNow(1000);
  const { data } = useQuery(apiQuery('listAlarms', { query: { reset: 'recent' } }));
  const recent = latestOf([...(data?.alarms ?? []), ...alarms])
    .filter(({ state, resetAt }) => state === 'reset' && now - (resetAt ?? 0) <= reopenMs)
    .sort((a, b) => (b.resetAt ?? 0) - (a.resetAt ?? 0));
  if (recent.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby="recently-reset">
      <h2 id="recently-reset" className={styles.subtitle}>
        {t('alarms.recentlyReset')}
      </h2>
      <ul className={styles.rows} data-guarded>
        {recent.map((alarm) => (
          <li key={alarm.alarmId} className={styles.recentRow}>
            <strong>{t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`)}</strong>
            <span>{alarm.deviceName}</span>
            <span className={styles.dim}>
              {alarm.outcome && <span>{`${t(`alarms.outcomes.${alarm.outcome}`)} · `}</span>}
              <span>
                {t('alarms.resetByAt', {
                  name: alarm.resetBy?.name ?? '',
                  at: words.at(alarm.resetAt ?? now, now),
                })}
              </span>
            </span>
            <ReopenButton alarm={alarm} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each alarm once, in its latest state. */
function latestOf(alarms: readonly Alarm[]): Alarm[] {
  const byId = new Map<number, Alarm>();
  for (const alarm of alarms) if (alarm.rev >= (byId.get(alarm.alarmId)?.rev ?? 0)) byId.set(alarm.alarmId, alarm);
  return [...byId.values()];
}
