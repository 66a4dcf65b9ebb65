import { transactionSources } from '@varde/catalogue/transaction-sources';
import type { Alarm } from '@varde/contract/alarms';
import type { Place } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { formatPlace } from '#domain/device/place.ts';
import { useTimeWords } from '#kit/time-words.ts';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';

/** Age and time of day of an alarm; for a late one also when it was received. */
export function AlarmAge({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useTimeWords();
  const now = useNow(1000);
  const { happenedAt, receivedAt } = alarm;
  return (
    <>
      <time dateTime={new Date(happenedAt).toISOString()} title={formats.exact(happenedAt)}>
        {t('alarms.age', { age: words.elapsed(happenedAt, now), at: words.at(happenedAt, now) })}
      </time>
      {alarm.late && <span> · {t('alarms.receivedLate', { at: words.at(receivedAt, now) })}</span>}
    </>
  );
}

interface AlarmPlaceProps {
  alarm: Alarm;
  /** Class of each of the two lines. */
  className: string | undefined;
}

/**
 * Where the person is, in two lines: the present place, if it is newer than the alarm's, and the place at the alarm.
 * With the number of signals, how it arrived, and whether it is from before a handover.
 */
export function AlarmPlace({ alarm, className }: AlarmPlaceProps) {
  const { now, atAlarm } = usePlaces(alarm);
  return (
    <>
      <span className={className} title={(now ?? atAlarm).exact}>
        {now ? <strong>{now.text}</strong> : atAlarm.text}
      </span>
      <span className={className} title={now && atAlarm.exact}>
        {now && `${atAlarm.text} · `}
        <AlarmSource alarm={alarm} />
      </span>
    </>
  );
}

interface PlaceText {
  text: string;
  /** Time of the position. */
  exact: string | undefined;
}

function usePlaces(alarm: Alarm): { now: PlaceText | undefined; atAlarm: PlaceText } {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useTimeWords();
  const clock = useNow(1000);
  const placeOf = (placed: Place) => ({
    place: formatPlace(placed, formats) ?? '',
    age: placed.posTime === null ? null : words.elapsed(placed.posTime, clock),
    exact: placed.posTime === null ? undefined : formats.exact(placed.posTime),
  });
  const { place, age, exact } = placeOf(alarm);
  const latest = alarm.latestPlace && placeOf(alarm.latestPlace);
  const aged = latest === null && age !== null;
  const unknown = alarm.fromBefore ? 'placeHidden' : 'placeUnknown';
  const key = place === '' ? unknown : aged ? 'placeAtAlarmAged' : 'placeAtAlarm';
  return {
    now: latest ? { text: t('alarms.placeNow', latest), exact: latest.exact } : undefined,
    atAlarm: { text: t(`alarms.${key}`, { place, age }), exact },
  };
}

function AlarmSource({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const source = transactionSources.find(({ id }) => id === alarm.tranSource);
  return (
    <>
      {alarm.fromBefore && <strong title={t('alarms.fromBeforeHelp')}>{t('alarms.fromBefore')} </strong>}
      {alarm.signalCount > 1 && <strong>{t('alarms.signals', { count: alarm.signalCount })} </strong>}
      {source && t('alarms.source', { source: t(`catalogue.sources.${source.key}`) })}
    </>
  );
}
