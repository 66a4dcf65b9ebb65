import { useQuery } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { useSession } from '#data/session.ts';
import { AlarmTimeline } from '#domain/alarms/alarm-timeline.tsx';
import { useAlarm } from '#domain/alarms/use-alarm.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { Part } from '#kit/state/part.tsx';
import styles from './alarm-context.module.css';
import { AlarmMap, positionsOf } from './alarm-map.tsx';
import { AlarmPerson } from './alarm-person.tsx';
import { EarlierAlarms } from './earlier-alarms.tsx';
import { Fold } from './fold.tsx';
import { LastHours, lastHours } from './last-hours.tsx';
import { ListProgress } from './list-progress.tsx';
import { nextStepOf, progressOf } from './next-step.ts';
import { ReceiverWords } from './receiver-words.tsx';
import { useProgressWords } from './use-progress-words.ts';

/** A column is scrolled with the keyboard as well. */
const scrollable = { role: 'group', tabIndex: 0 } as const;

interface AlarmContextProps {
  alarm: Alarm;
  /** It is part of a page that begins with the name and the number. */
  onPage?: boolean;
}

/**
 * All that is known of an alarm: its person, place, notification and timeline, the last hours of its device, and the
 * next step. What the server withholds has no part here. On a phone what is not needed first is folded.
 */
export function AlarmContext({ alarm, onPage = false }: AlarmContextProps) {
  const { t } = useTranslation();
  const { data: detail, error, refetch } = useAlarm(alarm.alarmId);
  // Not found: another customer has the device by now.
  const { data: device, error: deviceError, refetch: retryDevice } = useQuery(deviceQuery(alarm.deviId));
  const hasMap = positionsOf(alarm).length > 0;
  const seesLog = device?.abilities.includes('transactions') ?? false;
  return (
    <section
      data-own-arrows
      className={styles.context}
      aria-label={t('alarmContext.title', { name: alarm.deviceName })}
    >
      <Part>
        <NextStep alarm={alarm} listed={detail} />
      </Part>
      <div className={styles.columns}>
        <div className={styles.column} {...scrollable}>
          <Part>
            <AlarmPerson alarm={alarm} above={detail?.customersAbove ?? []} device={device} isNamed={!onPage} />
          </Part>
          <Part>{detail && <ReceiverWords written={detail.written} />}</Part>
          <Part>{detail && <ListProgress alarm={alarm} listed={detail} />}</Part>
          {error && !detail && <ErrorState error={error} onRetry={refetch} />}
          <Part>
            <Fold title={t('alarmContext.earlier')}>
              <EarlierAlarms alarm={alarm} />
            </Fold>
          </Part>
        </div>
        {(hasMap || seesLog || deviceError) && (
          <div className={styles.column} {...scrollable}>
            <Part>
              {hasMap && (
                <Fold title={t('alarmContext.mapTitle')}>
                  <AlarmMap alarm={alarm} />
                </Fold>
              )}
            </Part>
            <Part>
              {seesLog && (
                <Fold title={t('alarmContext.lastHours', lastHours)}>
                  <LastHours deviId={alarm.deviId} />
                </Fold>
              )}
            </Part>
            {deviceError && !device && errorCodeOf(deviceError) !== 'notFound' && (
              <ErrorState error={deviceError} onRetry={retryDevice} />
            )}
          </div>
        )}
        <div className={styles.column} {...scrollable}>
          <Fold title={t('timeline.title')}>
            <section aria-label={t('timeline.title')}>
              <h2 className={styles.title}>{t('timeline.title')}</h2>
              <Part>
                <AlarmTimeline tranId={alarm.tranId} alarmId={alarm.alarmId} />
              </Part>
            </section>
          </Fold>
        </div>
      </div>
    </section>
  );
}

interface NextStepProps {
  alarm: Alarm;
  /** Undefined until it is loaded. */
  listed: Parameters<typeof progressOf>[1] | undefined;
}

/** What the user should do, and what happens otherwise. */
function NextStep({ alarm, listed }: NextStepProps) {
  const { t } = useTranslation();
  const { userId } = useSession();
  const { key, ...values } = nextStepOf(alarm, userId);
  const progress = listed ? progressOf(alarm, listed) : null;
  const words = useProgressWords();
  return (
    <p className={styles.next}>
      <strong>{t(`alarmContext.steps.${key}`, values)}</strong> {progress && <span>{words(progress)}</span>}
    </p>
  );
}
