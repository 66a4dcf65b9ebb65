import { type FormEvent, useState } from 'react';
import { PublicAlert } from '../form/public-alert.tsx';
import { PublicField } from '../form/public-field.tsx';
import styles from '../public.module.css';
import shared from './shared-screen.module.css';
import type { SharedTexts } from './shared-texts.ts';
import type { SharedHours } from './use-shared-alarm.ts';

const usualHours = { from: 480, to: 960 };
const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
function minuteOf(clock: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

interface HoursProps {
  hours: SharedHours;
  words: SharedTexts['kin']['hours'];
  setHours(hours: SharedHours): Promise<boolean>;
}

/** The hours of the next of kin, as stored until somebody changes them here. */
export function KinHours({ hours: stored, words, setHours }: HoursProps) {
  const [draft, setDraft] = useState<{ hours: SharedHours } | null>(null);
  const [result, setResult] = useState<'saved' | 'failed' | 'different' | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { hours } = draft ?? { hours: stored };
  const change = (changed: SharedHours) => {
    setResult(null);
    setDraft({ hours: changed });
  };
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (hours !== null && hours.from === hours.to) return setResult('different');
    setIsSending(true);
    setResult(null);
    const isSaved = await setHours(hours);
    setResult(isSaved ? 'saved' : 'failed');
    if (isSaved) setDraft(null);
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
        {words.only}
      </label>
      {hours !== null && (
        <div className={styles.pair}>
          {(['from', 'to'] as const).map((end) => (
            <PublicField
              key={end}
              type="time"
              label={words[end]}
              value={clockOf(hours[end])}
              onChange={({ currentTarget: { value } }) =>
                change({ ...hours, [end]: minuteOf(value) ?? hours[end] })
              }
            />
          ))}
        </div>
      )}
      {result !== null && (
        <PublicAlert key={result} kind={result === 'saved' ? 'done' : 'error'}>
          {words[result]}
        </PublicAlert>
      )}
      <button type="submit" className={styles.secondary} disabled={isSending || draft === null}>
        {words.save}
      </button>
    </form>
  );
}
