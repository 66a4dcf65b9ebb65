import type { PinRefusal, SharedAlarm } from '@varde/contract/sharing';
import { type FormEvent, useState } from 'react';
import { PublicAlert } from '../form/public-alert.tsx';
import { PublicField } from '../form/public-field.tsx';
import styles from '../public.module.css';
import shared from './shared-screen.module.css';
import type { SharedTexts } from './shared-texts.ts';
import { usePin } from './use-pin.tsx';
import type { SharedHours, SharedLink } from './use-shared-alarm.ts';

const usualHours = { from: 480, to: 960 };
const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
function minuteOf(clock: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

interface HoursProps {
  hours: SharedHours;
  texts: SharedTexts;
  setHours: SharedLink['setHours'];
  /** Null: the hours are changed without one. */
  pin: NonNullable<SharedAlarm['receipt']>['pin'];
}

/** The hours of the next of kin, as stored until somebody changes them here. */
export function KinHours({ hours: stored, texts, setHours, pin }: HoursProps) {
  const words = texts.kin.hours;
  const [draft, setDraft] = useState<{ hours: SharedHours } | null>(null);
  const [result, setResult] = useState<'saved' | 'failed' | 'different' | null>(null);
  const [refused, setRefused] = useState<PinRefusal | null>(null);
  const { field, withPin } = usePin({ pin, refused, texts });
  const [isSending, setIsSending] = useState(false);
  const { hours } = draft ?? { hours: stored };
  const change = (changed: SharedHours) => {
    setResult(null);
    setDraft({ hours: changed });
  };
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (hours !== null && hours.from === hours.to) return setResult('different');
    withPin(({ pin: entered }) => void save(entered));
  }
  async function save(entered?: string) {
    setIsSending(true);
    setResult(null);
    const { arrived, refused: why } = await setHours(hours, entered);
    setRefused(why);
    if (why === null) setResult(arrived ? 'saved' : 'failed');
    if (arrived && why === null) setDraft(null);
    setIsSending(false);
  }
  return (
    <form className={shared.answer} onSubmit={onSubmit} noValidate>
      <h3 className={shared.part}>{words.title}</h3>
      <p className={styles.help}>{words.help}</p>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={hours !== null}
          onChange={({ currentTarget: { checked } }) => change(checked ? usualHours : null)}
        />
        <span>{words.only}</span>
      </label>
      {hours !== null && (
        <div className={styles.pair}>
          {(['from', 'to'] as const).map((end) => (
            <PublicField
              key={end}
              type="time"
              label={words[end]}
              value={clockOf(hours[end])}
              onChange={({ currentTarget: { value } }) => change({ ...hours, [end]: minuteOf(value) ?? hours[end] })}
            />
          ))}
        </div>
      )}
      {result !== null && (
        <PublicAlert key={result} kind={result === 'saved' ? 'done' : 'error'}>
          {words[result]}
        </PublicAlert>
      )}
      {pin?.triesLeft === 0 && draft !== null && (
        <PublicAlert kind="error">{texts.receipt.pin.blockedHours}</PublicAlert>
      )}
      {draft !== null && pin?.triesLeft !== 0 && field}
      <button type="submit" className={styles.secondary} disabled={isSending || draft === null || pin?.triesLeft === 0}>
        {words.save}
      </button>
    </form>
  );
}
