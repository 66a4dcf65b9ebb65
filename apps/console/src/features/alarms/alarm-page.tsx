import { IconMap2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { transactionSources } from '@varde/catalogue/transaction-sources';
import type { AlarmDetail } from '@varde/contract/alarms';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { useAlarm } from '#domain/alarms/use-alarm.ts';
import { mapProgramLink } from '#domain/device/map-program.ts';
import { formatCoordinates, formatPlace, placeInWords } from '#domain/device/place.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { PageTitle } from '#kit/page-title.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { useIsPhone } from '#kit/use-is-phone.ts';
import { AlarmPlace } from './alarm-facts.tsx';
import { AlarmPageActions } from './alarm-page-actions.tsx';
import styles from './history-page.module.css';
import { AlarmContext } from './late-context.ts';

/** One alarm with all its data, refetched whenever it changes. */
export function AlarmPage({ alarmId }: { alarmId: number }) {
  const { t } = useTranslation();
  const trackerOnly = useSession().abilities.includes('trackerOnly');
  const isPhone = useIsPhone();
  const { data, error, refetch } = useAlarm(alarmId);
  if (!data) return <LoadState error={error} onRetry={refetch} height={240} m={16} />;
  const kind = t(`catalogue.messageTypes.${messageTypeKey(data.metyId)}`);
  const title = t('alarms.rowLabel', { kind, name: data.deviceName });
  return (
    <article className={styles.alarm}>
      <PageTitle text={title} />
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        {!trackerOnly && (
          <Link to="/alarms/history" className={styles.link}>
            {t('alarmHistory.title')}
          </Link>
        )}
      </header>
      <Where alarm={data} />
      <AlarmPageActions alarm={data} />
      <AlarmContext alarm={data} onPage />
      <details className={styles.rest} open={!isPhone}>
        <summary>
          <h2>{t('alarmHistory.rest')}</h2>
        </summary>
        <AlarmFacts alarm={data} />
        <section aria-labelledby="alarm-signals">
          <h2 id="alarm-signals">{t('alarmHistory.signals')}</h2>
          <Signals alarm={data} />
        </section>
      </details>
    </article>
  );
}

/** Where the person is, first of all, with the way to the telephone's own program for maps. */
function Where({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation();
  const { posLati, posLong } = alarm.latestPlace ?? alarm;
  return (
    <div className={styles.where}>
      <AlarmPlace alarm={alarm} />
      {posLati !== null && posLong !== null && (
        <a className={styles.mapLink} href={mapProgramLink(posLati, posLong)} target="_blank" rel="noreferrer">
          <IconMap2 size={18} aria-hidden />
          {t('alarmHistory.mapProgram')}
        </a>
      )}
    </div>
  );
}

function AlarmFacts({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const source = transactionSources.find(({ id }) => id === alarm.tranSource);
  const at = (time: number | null) => (time === null ? null : formats.exact(time));
  const facts = {
    state: t(`alarmHistory.states.${alarm.state}`),
    customer: alarm.custName,
    happenedAt: at(alarm.happenedAt),
    receivedAt: at(alarm.receivedAt),
    source: source ? t(`catalogue.sources.${source.key}`) : null,
    geofence: alarm.geofence,
    place: formatPlace(alarm, formats),
    coordinates: placeInWords(alarm) ? formatCoordinates(alarm, formats) : null,
    placeTime: at(alarm.posTime),
    claimedBy: alarm.claimedBy?.name ?? null,
    claimedAt: at(alarm.claimedAt),
    handedOverBy: alarm.handedOverBy?.name ?? null,
    resetBy: alarm.resetBy?.name ?? null,
    resetAt: at(alarm.resetAt),
    handledBy: alarm.handledBy,
    outcome: alarm.outcome && t(`alarms.outcomes.${alarm.outcome}`),
    note: alarm.note,
  };
  const keys = Object.keys(facts) as (keyof typeof facts)[];
  return (
    <dl className={styles.facts}>
      <dt>{t('alarmHistory.columns.device')}</dt>
      <dd>
        <Link to="/mapsingle/$deviId" params={{ deviId: String(alarm.deviId) }} className={styles.link}>
          {alarm.deviceName} ({alarm.deviceSNNum})
        </Link>
      </dd>
      {keys.map(
        (key) =>
          facts[key] && (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{t(`alarmHistory.facts.${key}`)}</dt>
              <dd>{facts[key]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Signals({ alarm: { signals } }: { alarm: AlarmDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <ol className={styles.signals}>
      {signals.map(({ happenedAt, receivedAt }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: further signals come last, and two can be equal
        <li key={index}>
          {t('alarmHistory.signal', {
            happened: formats.exact(happenedAt),
            received: formats.exact(receivedAt),
          })}
        </li>
      ))}
    </ol>
  );
}
