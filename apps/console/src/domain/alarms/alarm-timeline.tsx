import { IconBuildingHospital, IconDeviceWatch, IconHeadset, IconPlugConnected, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type AlarmEventKey,
  alarmEventHeaders,
  alarmEventOf,
  notificationResults,
  takenWays,
} from '@varde/catalogue/alarm-events';
import { fenceCodes } from '@varde/catalogue/geofences';
import type { AlarmAnalysis, AlarmEvent } from '@varde/contract/alarms';
import { alarmOutcomes } from '@varde/contract/filters';
import { webHookEvents } from '@varde/contract/web-hook-form';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';
import styles from './alarm-timeline.module.css';
import { elapsed } from './elapsed.ts';
import { QuotedWords } from './quoted-words.tsx';
import { ShareButton } from './share-button.tsx';
import { useLatestRev } from './use-latest-rev.ts';
import { whyTold } from './why-told.ts';

interface AlarmTimelineProps {
  /** The transaction that raised or signalled the alarms. */
  tranId: number;
  /** Limits the timelines to this alarm. */
  alarmId?: number;
}

/** The steps of a transaction's alarms, refetched whenever one of them changes. */
export function AlarmTimeline(props: AlarmTimelineProps) {
  return (
    <div className={styles.frame}>
      <Timelines {...props} />
    </div>
  );
}

function Timelines({ tranId, alarmId }: AlarmTimelineProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery('getAlarmAnalysis', { params: { tranId } }));
  const rev = useLatestRev((data?.alarms ?? []).map((alarm) => alarm.alarmId));
  useEffect(() => {
    if (rev > 0) void refetch();
  }, [rev, refetch]);
  if (!data && error && errorCodeOf(error) === 'notFound') return <p className={styles.dim}>{t('timeline.none')}</p>;
  if (!data) return <LoadState error={error} onRetry={refetch} height={120} />;
  const shown = data.alarms.filter((alarm) => alarmId === undefined || alarm.alarmId === alarmId);
  return shown.map((alarm) => (
    <div key={alarm.alarmId}>
      <Timeline alarm={alarm} />
      {alarmId === undefined && alarm.mayShare && <ShareOfLog alarm={alarm} />}
    </div>
  ));
}

/** In the log, where the alarm has no row or page with a button of its own. */
function ShareOfLog({ alarm }: { alarm: AlarmAnalysis }) {
  const { t } = useTranslation();
  return (
    <div className={styles.share}>
      <ShareButton alarm={alarm} name={t(`catalogue.messageTypes.${messageTypeKey(alarm.metyId)}`)} />
    </div>
  );
}

function Timeline({ alarm: { metyId, state, events } }: { alarm: AlarmAnalysis }) {
  const { t } = useTranslation();
  const kind = t(`catalogue.messageTypes.${messageTypeKey(metyId)}`);
  const last = events.at(-1);
  return (
    <ol className={styles.timeline} aria-label={t('timeline.label', { kind })}>
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a timeline only grows at its end, and two steps can be equal
        <Step key={index} event={event} before={events[index - 1]} />
      ))}
      {last && state !== 'reset' && <Now since={last.until} />}
    </ol>
  );
}

const icons = {
  device: IconDeviceWatch,
  private: IconUser,
  varde: IconHeadset,
  alarmCentre: IconBuildingHospital,
  integration: IconPlugConnected,
};

function Step({ event, before }: { event: AlarmEvent; before: AlarmEvent | undefined }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const header = alarmEventHeaders.find((one) => one.header === event.header)?.key ?? 'varde';
  const Icon = icons[header];
  const facts = factsOf(event, t);
  const why = whyTold(event, t);
  return (
    <li className={styles.step} data-event={event.number}>
      <Icon size={18} className={styles.icon} aria-hidden />
      <div>
        <span className={styles.what}>
          <span className={styles.header}>{t(`timeline.headers.${header}`)}: </span>
          {textOf(event, t)}
        </span>
        {facts.map((fact) => (
          <span key={fact} className={styles.dim}>
            {fact}
          </span>
        ))}
        {event.words !== undefined && <QuotedWords words={event.words} className={styles.words} />}
        {why.length > 0 && <span className={styles.why}>{why.join(' · ')}</span>}
      </div>
      <div className={styles.when}>
        <time dateTime={new Date(event.at).toISOString()}>{formats.exact(event.at)}</time>
        {before && <span className={styles.dim}>{afterText(event.at - before.until, t)}</span>}
      </div>
    </li>
  );
}

/** Waiting time of an alarm that is not reset, since the last step. */
function Now({ since }: { since: number }) {
  const { t } = useTranslation();
  const now = useNow(1000);
  return (
    <li className={styles.step} data-event="now">
      <span className={styles.icon} />
      <span className={styles.dim}>{t('timeline.now', { time: elapsed(now - since, t) })}</span>
    </li>
  );
}

function textOf({ number, by, to, count, reach, result }: AlarmEvent, t: TFunction): string {
  const event = alarmEventOf(number);
  if (event === undefined) return t('timeline.unknown', { number });
  if (event.key === 'signalled') return t('timeline.events.signalled', { count });
  if (event.key === 'escalated' && by !== null) return t('timeline.events.escalatedBy', { by: by.name });
  if (event.key === 'receiverWrote' && result === 'byCall') return t('timeline.events.receiverPressed');
  const told = messageTexts.get(event.key);
  if (told && reach === 'underWay') return t(`timeline.events.${told.underWay}`);
  if (told && reach === 'notReached' && (event.key === 'notified' || result === 'callWithdrawn'))
    return t(`timeline.events.${told.notReached}`);
  return t(`timeline.events.${event.key}`, { by: by?.name || t('common.unknown'), to: to?.name ?? '' });
}

/** Of a message that has not reached its receiver; a call that nobody answered was made all the same. */
const messageTexts = new Map<AlarmEventKey, { underWay: UnreachedText; notReached: UnreachedText }>([
  ['notified', { underWay: 'notifying', notReached: 'notNotified' }],
  ['privateCall', { underWay: 'privateCalling', notReached: 'privateNotCalled' }],
  ['vardeCall', { underWay: 'vardeCalling', notReached: 'vardeNotCalled' }],
]);
type UnreachedText =
  | 'notifying'
  | 'notNotified'
  | 'privateCalling'
  | 'privateNotCalled'
  | 'vardeCalling'
  | 'vardeNotCalled';

function factsOf({ number, at, party, result, endedAt, receipt, reason }: AlarmEvent, t: TFunction): string[] {
  const outcome = alarmOutcomes.find((one) => one === result);
  const notified = notificationResults.find((one) => one === result);
  const way = takenWays.find((one) => one === result);
  const told = webHookEvents.find((one) => one === result);
  const known = [
    outcome && t(`alarms.outcomes.${outcome}`),
    notified && t(`timeline.results.${notified}`),
    way && t(`timeline.ways.${way}`),
    told && t(`timeline.told.${told}`),
  ].find((text) => text !== undefined);
  const said = number === 1 ? causeOf(result, t) : (known ?? result);
  return [
    ...(party === null ? [] : [party]),
    ...(said === null ? [] : [endedAt === undefined ? said : `${said} ${afterText(endedAt - at, t)}`]),
    ...(reason === undefined || reason === 'withdrawn' ? [] : [reasonText(reason, t)]),
    ...(receipt === null ? [] : [t('timeline.receipt', { receipt })]),
  ];
}

/** The code of the first signal repeats the kind of the alarm, except where it says why the alarm came so early. */
const causeOf = (code: string | null, t: TFunction): string | null =>
  code === fenceCodes.motionless ? t('timeline.motionless') : null;

const afterText = (ms: number, t: TFunction): string => t('timeline.after', { time: elapsed(ms, t) });

/** What a provider says, or Varde itself. */
const reasonText = (reason: string, t: TFunction): string =>
  reason === 'noBrowser' ? t('timeline.noBrowser') : reason;
