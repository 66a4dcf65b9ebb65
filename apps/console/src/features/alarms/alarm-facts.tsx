import { IconNote, IconPhone } from '@tabler/icons-react';
import type { Alarm } from '@varde/contract/alarms';
import type { Place } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { callLink } from '#domain/device/call-link.ts';
import { formatCoordinates, formatPlace, placeInWords } from '#domain/device/place.ts';
import { useTimeWords } from '#kit/time-words.ts';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';
import type { TimeFormats } from '#ui/time-format.ts';
import styles from './alarm-facts.module.css';

/** Age and time of day of an alarm; for a late one also when it was received. */
export function AlarmAge({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useTimeWords();
  const now = useNow(1000);
  const { happenedAt, receivedAt } = alarm;
  return (
    <>
      <time className={styles.age} dateTime={new Date(happenedAt).toISOString()} title={formats.exact(happenedAt)}>
        {t('alarms.age', { age: words.elapsed(happenedAt, now), at: words.at(happenedAt, now) })}
      </time>
      {alarm.late && <span className={styles.late}>{t('alarms.receivedLate', { at: words.at(receivedAt, now) })}</span>}
    </>
  );
}

/**
 * Where the person is, in two lines: the present place, if it is newer than the alarm's, and the place at the alarm.
 * With the number of signals, the customer, and whether it is from before a handover.
 */
export function AlarmPlace({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { now, atAlarm } = usePlaces(alarm);
  return (
    <>
      <span className={styles.line} title={(now ?? atAlarm).detail}>
        {now ? <strong>{now.text}</strong> : atAlarm.text}
      </span>
      <span className={styles.line} title={now && atAlarm.detail}>
        {now && <span>{`${atAlarm.text} · `}</span>}
        {alarm.fromBefore && <strong title={t('alarms.fromBeforeHelp')}>{t('alarms.fromBefore')} · </strong>}
        {alarm.signalCount > 1 && <strong>{t('alarms.signals', { count: alarm.signalCount })} · </strong>}
        <span className={styles.dim}>{alarm.custName}</span>
      </span>
    </>
  );
}

/** The number of the device, to call its wearer, and the note, or that there is one; two lines, also without them. */
export function AlarmContact({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const { formattedPhoneNumE164: phone, hasNote } = alarm;
  const note = alarm.deviceNote ?? (hasNote ? t('alarms.hasNote') : null);
  return (
    <>
      <span className={styles.line}>
        {phone && (
          <a className={styles.call} href={callLink(phone)} aria-label={t('alarms.call', { phone })}>
            <IconPhone size={14} aria-hidden />
            <span className={styles.phone}>{phone}</span>
          </a>
        )}
      </span>
      <span className={styles.line} title={note ?? undefined}>
        {note && (
          <>
            <IconNote size={14} className={styles.noteIcon} aria-hidden /> <span>{note}</span>
          </>
        )}
      </span>
    </>
  );
}

interface PlaceText {
  text: string;
  /** Its coordinates, where the text has an address or a name, and the time of the position. */
  detail: string | undefined;
}

function usePlaces(alarm: Alarm): { now: PlaceText | undefined; atAlarm: PlaceText } {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useTimeWords();
  const clock = useNow(1000);
  const placeOf = (placed: Place & Pick<Alarm, 'address'>) => ({
    place: formatPlace(placed, formats) ?? '',
    age: placed.posTime === null ? null : words.elapsed(placed.posTime, clock),
    detail: detailOf(placed, formats),
  });
  const { place, age, detail } = placeOf(alarm);
  const latest = alarm.latestPlace && placeOf({ ...alarm.latestPlace, address: alarm.latestAddress });
  const aged = latest === null && age !== null;
  const unknown = alarm.fromBefore ? 'placeHidden' : 'placeUnknown';
  const key = place === '' ? unknown : aged ? 'placeAtAlarmAged' : 'placeAtAlarm';
  return {
    now: latest ? { text: t('alarms.placeNow', latest), detail: latest.detail } : undefined,
    atAlarm: { text: t(`alarms.${key}`, { place, age }), detail },
  };
}

function detailOf(placed: Place & Pick<Alarm, 'address'>, formats: TimeFormats): string | undefined {
  const coordinates = placeInWords(placed) ? formatCoordinates(placed, formats) : null;
  const time = placed.posTime === null ? null : formats.exact(placed.posTime);
  return [coordinates, time].filter(Boolean).join(' · ') || undefined;
}
