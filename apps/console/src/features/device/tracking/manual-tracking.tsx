import { isTracked } from '@varde/catalogue/device-actions';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { leastMinutesAtRest } from '@varde/catalogue/tracking-intervals';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { DeviceActionButtons } from '#domain/device/device-action-buttons.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';
import styles from './manual-tracking.module.css';

/**
 * Tracking by hand: until when, and the button that begins or ends it. Hidden where it can do neither (specification 2,
 * section 2 "Tracking panel").
 */
export function ManualTracking({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow(1000);
  const { trackingUntil, connected, disablePositioning, dehaId } = device;
  const until = isTracked(trackingUntil, now) ? trackingUntil : null;
  if (until === null && (!connected || disablePositioning)) return null;
  return (
    <div className={styles.panel}>
      <div>
        <div className={styles.title}>{t('settingsPage.manualTracking')}</div>
        <div className={styles.state}>
          {until === null
            ? t('settingsPage.manualTrackingHelp')
            : t('settingsPage.trackedUntil', {
                time: formats.short(until, now),
                remaining: t('actions.remaining', { count: Math.ceil((until - now) / 60_000) }),
              })}
        </div>
        {hardwareById(dehaId)?.capabilities.tracking?.lessAtRest && (
          <div className={styles.state}>{t('settingsPage.trackedAtRest', { minutes: leastMinutesAtRest })}</div>
        )}
      </div>
      <DeviceActionButtons device={device} place="manualTracking" />
    </div>
  );
}
