import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#kit/relative-time.tsx';

/** When a device was last in contact, or that it never was. */
export function LastContact({ time }: { time: number | null }) {
  const { t } = useTranslation();
  return time === null ? <span>{t('common.neverInContact')}</span> : <RelativeTime time={time} />;
}
