import { transactionSources } from '@varde/catalogue/transaction-sources';
import type { Alarm } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { formatPlace } from '#kit/place.ts';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';

/** How long ago it happened, ticking; for one that came late both times instead. */
export function AlarmAge({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow(1000);
  const exact = formats.exact(alarm.happenedAt);
  const age = (
    <time dateTime={new Date(alarm.happenedAt).toISOString()} title={exact}>
      {formats.age(alarm.happenedAt, now)}
    </time>
  );
  if (!alarm.late) return age;
  const times = {
    happened: formats.short(alarm.happenedAt, now),
    received: formats.short(alarm.receivedAt, now),
  };
  return (
    <>
      {age} <span>{t('alarms.late', times)}</span>
    </>
  );
}

/** Where it is: the room that a beacon names, else coordinates, with how old the position was. */
export function AlarmPlace({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow(10_000);
  const place = formatPlace(alarm, formats);
  if (!place) return <span>{t(alarm.fromBefore ? 'alarms.placeHidden' : 'alarms.placeUnknown')}</span>;
  return (
    <>
      <span>{place}</span>
      {alarm.posTime !== null && (
        <span title={formats.exact(alarm.posTime)}>
          {' '}
          {t('alarms.positionAge', { age: formats.relative(alarm.posTime, now) })}
        </span>
      )}
    </>
  );
}

/** How it came in, how often the device has signalled, and whether that was before a handover. */
export function AlarmSource({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const source = transactionSources.find(({ id }) => id === alarm.tranSource);
  return (
    <>
      {alarm.fromBefore && <strong title={t('alarms.fromBeforeHelp')}>{t('alarms.fromBefore')} </strong>}
      {source && <span>{t('alarms.source', { source: t(`catalogue.sources.${source.key}`) })}</span>}
      {alarm.signalCount > 1 && <strong> {t('alarms.signals', { count: alarm.signalCount })}</strong>}
    </>
  );
}
