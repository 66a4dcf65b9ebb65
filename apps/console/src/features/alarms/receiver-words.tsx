import { takenWays } from '@varde/catalogue/alarm-events';
import type { AlarmDetail } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { QuotedWords } from '#domain/alarms/quoted-words.tsx';
import { useTimeWords } from '#kit/time-words.ts';
import { useNow } from '#ui/clock.ts';
import styles from './alarm-context.module.css';

/** What receivers have written or pressed last that is no answer to the alarm. */
export function ReceiverWords({ written }: Pick<AlarmDetail, 'written'>) {
  const { t } = useTranslation();
  const words = useTimeWords();
  const now = useNow(60_000);
  if (written.length === 0) return null;
  return (
    <section aria-label={t('alarmContext.written')} aria-live="polite">
      <h2 className={styles.title}>{t('alarmContext.written')}</h2>
      <p className={styles.dim}>{t('alarmContext.writtenHelp')}</p>
      <ol className={styles.rows}>
        {written.map(({ at, party, result, words: text }) => {
          const way = takenWays.find((one) => one === result);
          return (
            <li key={`${at} ${party} ${text}`}>
              <span className={styles.dim}>{words.at(at, now)}</span>
              <QuotedWords words={text} />
              <span className={styles.dim}>
                {[party ?? t('common.unknown'), way && t(`timeline.ways.${way}`)].filter(Boolean).join(' · ')}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
