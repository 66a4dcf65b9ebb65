import { sameValue } from '@varde/catalogue/settings/same-value';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingState } from '@varde/contract/settings';
import { useTranslation } from 'react-i18next';
import { CommandState } from '#domain/device/command-state.tsx';
import { settingValueText } from '#domain/settings/setting-texts.ts';
import { RelativeTime } from '#kit/relative-time.tsx';
import styles from './settings-page.module.css';

/**
 * Delivery state of a setting and its reported value. A desired value is never shown as the reported one, and a setting
 * that the server keeps has no delivery.
 */
export function DeliveryState({
  definition,
  state,
}: {
  definition: KnownSetting;
  state: SettingState | undefined;
}) {
  const { t } = useTranslation();
  if (!state) return null;
  if (definition.keptByServer)
    return (
      <div className={styles.delivery}>
        <span className={styles.dim}>{t('settingsPage.keptByServer')}</span>
      </div>
    );
  const { delivery, desired, reported, reportedAt } = state;
  return (
    <div className={styles.delivery} aria-live="polite">
      {delivery && <CommandState {...delivery} />}
      {reported !== null && !sameValue(definition, reported, desired) && (
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
