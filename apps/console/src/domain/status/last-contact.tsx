import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#kit/relative-time.tsx';

/** Time of a device's last contact, or that there was none. */
export function LastContact({ time }: { time: number | null }) {
  const { t } = useTranslation();
  return time === null ? <span>{t('common.neverInContact')}</span> : <RelativeTime time={time} />;
}
