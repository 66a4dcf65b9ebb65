import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLiveStatus } from '#kit/live/live-context.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';
import styles from './shell.module.css';

/** A connection that is away for less than this is not worth a bar that comes and goes. */
const graceMs = 2000;

/** Says since when the picture may be stale, while the live channel is away. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const { state, since } = useLiveStatus();
  const formats = useFormats();
  const now = useNow(1000);
  const away = state !== 'connected' && now - since >= graceMs;
  return (
    <div role="status">
      {away && (
        <div className={styles.connection}>
          <IconCloudOff size={18} aria-hidden />
          <span>{t('shell.stale', { time: formats.short(since, now), age: formats.age(since, now) })}</span>
          <span>{t('shell.reconnecting')}</span>
        </div>
      )}
    </div>
  );
}
