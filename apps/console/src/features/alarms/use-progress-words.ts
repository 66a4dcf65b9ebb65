import { useTranslation } from 'react-i18next';
import { useTimeWords } from '#kit/time-words.ts';
import { useNow } from '#ui/clock.ts';
import type { Progress } from './next-step.ts';

/** How the notification list goes on, in a sentence that counts down. */
export function useProgressWords(): (progress: Progress) => string {
  const { t } = useTranslation();
  const words = useTimeWords();
  const now = useNow(1000);
  return (progress) => {
    if ('reached' in progress) {
      const { key, reached, count } = progress;
      const part = reached === count ? 'all' : reached > 0 ? 'some' : 'none';
      return t(`alarmContext.progress.${key}.${part}`, { reached, count });
    }
    if (!('at' in progress)) return t(`alarmContext.progress.${progress.key}`);
    const time = words.elapsed(now, progress.at);
    const when = progress.at > now ? 'later' : 'now';
    if (progress.key !== 'next') return t(`alarmContext.progress.${when}.${progress.key}`, { time });
    const name = progress.name || t('common.unknown');
    const { after } = progress;
    if (after === null) return t(`alarmContext.progress.${when}.next`, { name, time });
    if (after === 'centre') return t(`alarmContext.progress.${when}.nextThenCentre`, { name, time });
    const nameAfter = after.name || t('common.unknown');
    return t(`alarmContext.progress.${when}.nextThen`, { name, time, after: nameAfter });
  };
}
