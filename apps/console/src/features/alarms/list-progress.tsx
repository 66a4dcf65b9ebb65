import { IconCheck, IconClock, IconMinus, IconSend } from '@tabler/icons-react';
import { notificationResult } from '@varde/catalogue/alarm-events';
import type { Alarm, AlarmDetail, AlarmTold } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useTimeWords } from '#kit/time-words.ts';
import { useNow } from '#ui/clock.ts';
import styles from './alarm-context.module.css';
import { AlarmReach } from './alarm-reach.tsx';

interface ListProgressProps {
  alarm: Alarm;
  listed: Pick<AlarmDetail, 'told' | 'nextCentre'>;
}

type Message = AlarmTold['receivers'][number]['messages'][number];

interface Step {
  name: string;
  state: 'reached' | 'told' | 'next' | 'later';
  messages: readonly Message[];
}

/** Everybody on the notification list of an alarm and the alarm centre after them, with what became of each message. */
export function ListProgress({ alarm, listed: { told, nextCentre } }: ListProgressProps) {
  const { t } = useTranslation();
  const { escalatedAt, escalatedTo } = alarm;
  if (told === null) return null;
  const centre = escalatedAt === null ? nextCentre : (escalatedTo ?? t('alarmContext.centre'));
  const isRunning = told.state === 'running';
  const waiting = told.receivers.findIndex(({ messages }) => messages.length === 0);
  const next = isRunning ? (waiting < 0 ? told.receivers.length : waiting) : -1;
  const steps = told.receivers.map(({ name, reached, messages }, index): Step => {
    const isTold = messages.length > 0 ? 'told' : index === next ? 'next' : 'later';
    return { name, messages, state: reached ? 'reached' : isTold };
  });
  return (
    <section aria-label={t('alarmContext.list')}>
      <h2 className={styles.title}>{t('alarmContext.list')}</h2>
      <AlarmReach alarm={alarm} />
      {steps.length === 0 && centre === null && <p className={styles.dim}>{t('alarmContext.listEmpty')}</p>}
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of a round is fixed, and two can have one name
          <li key={index} data-next={step.state === 'next' || undefined}>
            <StepIcon state={step.state} />
            <span className={styles.name}>{step.name || t('common.unknown')}</span>
            <span className={styles.messages}>
              {step.messages.map((message) => (
                <MessageState key={message.channel} message={message} />
              ))}
              {step.messages.length === 0 && <Turn isNext={index === next} told={told} />}
            </span>
          </li>
        ))}
        {centre !== null && (
          <li data-next={(escalatedAt === null && next === steps.length) || undefined}>
            <StepIcon state={escalatedAt === null ? (next === steps.length ? 'next' : 'later') : 'reached'} />
            <span className={styles.name}>{centre}</span>
            {escalatedAt === null ? <Turn isNext={next === steps.length} told={told} /> : <GotAlarm at={escalatedAt} />}
          </li>
        )}
      </ol>
    </section>
  );
}

const icons = { reached: IconCheck, told: IconSend, next: IconClock, later: IconMinus };

function StepIcon({ state }: Pick<Step, 'state'>) {
  const Icon = icons[state];
  return <Icon size={16} aria-hidden />;
}

/** In the words of the timeline, and since when. */
function MessageState({ message: { channel, state, at } }: { message: Message }) {
  const { t } = useTranslation();
  const words = useTimeWords();
  const now = useNow(60_000);
  const what = t(`timeline.results.${notificationResult(channel, state)}`);
  const key = state === 'queued' ? 'waiting' : 'message';
  return (
    <span className={styles.dim} data-message={state}>
      {t(`alarmContext.${key}`, { what, at: words.at(at, now) })}
    </span>
  );
}

/** Of somebody who has not been told in this round. */
function Turn({ isNext, told: { state, nextAt } }: { isNext: boolean; told: AlarmTold }) {
  const { t } = useTranslation();
  return (
    <span className={styles.dim}>
      {isNext && nextAt !== null ? (
        <Countdown until={nextAt} />
      ) : (
        t(state === 'running' ? 'alarmContext.after' : 'alarmContext.notTold')
      )}
    </span>
  );
}

function GotAlarm({ at }: { at: number }) {
  const { t } = useTranslation();
  const words = useTimeWords();
  const now = useNow(60_000);
  return <span className={styles.dim}>{t('alarmContext.atCentre', { at: words.at(at, now) })}</span>;
}

function Countdown({ until }: { until: number }) {
  const { t } = useTranslation();
  const words = useTimeWords();
  const now = useNow(1000);
  return <span>{until > now ? t('alarmContext.in', { time: words.elapsed(now, until) }) : t('alarmContext.now')}</span>;
}
