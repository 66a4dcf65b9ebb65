import { IconAlertTriangle, IconCircleCheck, IconClock, IconSend } from '@tabler/icons-react';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { DeliveryState as Delivery, SettingState } from '@varde/contract/settings';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { settingValueText } from '#domain/settings/setting-texts.ts';
import { RelativeTime } from '#kit/relative-time.tsx';
import styles from './settings-page.module.css';

const icons: Record<Delivery, typeof IconClock> = {
  pending: IconClock,
  sent: IconSend,
  confirmed: IconCircleCheck,
  failed: IconAlertTriangle,
};

/** How far a setting has come, and what the device itself says. What was asked for is never shown as if it were so. */
export function DeliveryState({
  definition,
  state,
}: {
  definition: KnownSetting;
  state: SettingState | undefined;
}) {
  const { t } = useTranslation();
  if (!state) return null;
  const { delivery, desired, reported, reportedAt } = state;
  const Icon = delivery && icons[delivery.state];
  return (
    <div className={styles.delivery} aria-live="polite">
      {delivery && Icon && (
        <span className={styles.state} data-state={delivery.state}>
          <Icon size={16} aria-hidden />
          <span>{t(`settingsPage.delivery.${delivery.state}`)}</span>
          {delivery.reason && <span>{reasonText(delivery.reason)}</span>}
          <span className={styles.dim}>
            <RelativeTime time={delivery.at} />
          </span>
        </span>
      )}
      {reported !== null && reported !== desired && (
        <span className={styles.reported}>
          {t('settingsPage.reported', { value: settingValueText(t, definition, reported) })}{' '}
          {reportedAt !== null && (
            <span className={styles.dim}>
              <RelativeTime time={reportedAt} />
            </span>
          )}
        </span>
      )}
      {reported === null && desired === null && (
        <span className={styles.dim}>{t('settingsPage.neverReported')}</span>
      )}
      {reported === null && desired !== null && (
        <span className={styles.dim}>{t('settingsPage.notYetReported')}</span>
      )}
    </div>
  );
}

function reasonText(reason: string): string {
  const path = `settingsPage.reasons.${reason}`;
  return i18next.exists(path) ? i18next.t(path as 'settingsPage.reasons.noAnswer') : reason;
}
