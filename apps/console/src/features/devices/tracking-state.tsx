import type { IconProps } from '@tabler/icons-react';
import type { ListedDevice } from '@varde/contract/devices';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';
import styles from './device-list.module.css';

/** Whether a device is being tracked, and until when. */
export function TrackingState({
  device: { tracking, trackingUntil: until },
  icon: Icon,
}: {
  device: Pick<ListedDevice, 'tracking' | 'trackingUntil'>;
  icon: ComponentType<IconProps>;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow(10_000);
  if (!tracking || until === null || until <= now) return <span className={styles.dim}>{t('common.none')}</span>;
  return (
    <span className={styles.tracking} title={formats.exact(until)}>
      <Icon size={16} aria-hidden />
      {t('devices.trackedUntil', { time: formats.short(until, now) })}
    </span>
  );
}
