import { IconCheck, IconClock, IconMinus } from '@tabler/icons-react';
import type { Alarm, AlarmDetail } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useTimeWords } from '#kit/time-words.ts';
import { useNow } from '#ui/clock.ts';
import styles from './alarm-context.module.css';

interface ListProgressProps {
  alarm: Alarm;
  listed: Pick<AlarmDetail, 'told' | 'nextCentre'>;
}

interface Step {
  name: string;
  toldAt: number | null;
}

/** Everybody on the notification list of an alarm and the alarm centre after them, with when each was or will be told. */
export function ListProgress({ alarm, listed: { told, nextCentre } }: ListProgressProps) {
  const { t } = useTranslation();
  const { escalatedAt, escalatedTo } = alarm;
  if (told === null) return null;
  const centre = escalatedAt === null ? nextCentre : (escalatedTo ?? t('alarmContext.centre'));
  const steps: Step[] = [
    ...told.receivers,
    ...(centre === null ? [] : [{ name: centre, toldAt: escalatedAt }]),
  ];
  const next = told.state === 'running' ? steps.findIndex(({ toldAt }) => toldAt === null) : -1;
  return (
    <section aria-label={t('alarmContext.list')}>
      <h3 className={styles.title}>{t('alarmContext.list')}</h3>
      {steps.length === 0 && <p className={styles.dim}>{t('alarmContext.listEmpty')}</p>}
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of a round is fixed, and two can have one name
          <li key={index} data-next={index === next || undefined}>
            <StepIcon told={step.toldAt !== null} next={index === next} />
            <span className={styles.name}>{step.name || t('common.unknown')}</span>
            <span className={styles.dim}>
              {step.toldAt !== null ? (
                <At time={step.toldAt} />
              ) : index === next && told.nextAt !== null ? (
                <Countdown until={told.nextAt} />
              ) : (
                t(next >= 0 ? 'alarmContext.after' : 'alarmContext.notTold')
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepIcon({ told, next }: { told: boolean; next: boolean }) {
  const Icon = told ? IconCheck : next ? IconClock : IconMinus;
  return <Icon size={16} aria-hidden />;
}

function At({ time }: { time: number }) {
  const { t } = useTranslation();
  const words = useTimeWords();
  const now = useNow(60_000);
  return t('alarmContext.told', { at: words.at(time, now) });
}

function Countdown({ until }: { until: number }) {
  const { t } = useTranslation();
  const words = useTimeWords();
  const now = useNow(1000);
  return until > now ? t('alarmContext.in', { time: words.elapsed(now, until) }) : t('alarmContext.now');
}
