import { useTranslation } from 'react-i18next';
import { elapsedParts } from '#ui/time-format.ts';
import { useFormats } from './use-formats.ts';

export interface TimeWords {
  /** A time of day within a sentence: `kl. 18:49`, with the date in front on another day. */
  at(time: number, now: number): string;
  /** How long ago: `45 s`, `23 min`, `1 t 5 min`, `2 døgn 3 t`. */
  elapsed(time: number, now: number): string;
}

/** Times in words, in the language of the console. */
export function useTimeWords(): TimeWords {
  const { t } = useTranslation();
  const formats = useFormats();
  return {
    at(time, now) {
      const [day, clock] = [formats.day(time), formats.clock(time)];
      if (day === formats.day(now)) return t('common.atTime', { time: clock });
      return t('common.atDay', { day, time: clock });
    },
    elapsed: (time, now) =>
      elapsedParts(time, now)
        .map(({ unit, count }) => t(`common.elapsed.${unit}`, { count }))
        .join(' '),
  };
}
