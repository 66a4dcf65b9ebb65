import { holds } from '@varde/catalogue/settings/conditions';
import { sameValue } from '@varde/catalogue/settings/same-value';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingValues } from '@varde/catalogue/settings/types';
import type { SettingState } from '@varde/contract/settings';
import { useTranslation } from 'react-i18next';
import { CommandState } from '#domain/device/command-state.tsx';
import { settingLabel, settingValueText } from '#domain/settings/setting-texts.ts';
import { RelativeTime } from '#kit/relative-time.tsx';
import styles from './settings-page.module.css';

/** Says once which of the shown settings apply in Varde alone: they have no delivery. */
export function KeptByServer({ definitions, values }: { definitions: readonly KnownSetting[]; values: SettingValues }) {
  const { t, i18n } = useTranslation();
  const shown = definitions.filter(({ shownWhen }) => holds(shownWhen, values));
  const kept = shown.filter(({ keptByServer }) => keptByServer);
  if (kept.length === 0) return null;
  const names = new Intl.ListFormat(i18n.language).format(kept.map(({ key }) => settingLabel(t, key)));
  return (
    <p className={styles.kept}>
      {kept.length === shown.length ? t('settingsPage.keptByServer') : t('settingsPage.keptByServerOnly', { names })}
    </p>
  );
}

/**
 * Delivery state of a setting and its reported value, unless that deviates (`Deviation`). A desired value is never shown
 * as the reported one: until the device has reported it, a confirmation says "received". A setting that the server keeps
 * has no delivery.
 */
export function DeliveryState({ definition, state }: { definition: KnownSetting; state: SettingState | undefined }) {
  const { t } = useTranslation();
  if (!state || definition.keptByServer) return null;
  const { delivery, desired, reported, reportedAt, deviates } = state;
  const agrees = reported !== null && sameValue(definition, reported, desired);
  const isReceipt = delivery?.state === 'confirmed' && !(agrees && (reportedAt ?? 0) >= delivery.at);
  return (
    <div className={styles.delivery} aria-live="polite">
      {delivery && <CommandState {...delivery} isReceipt={isReceipt} />}
      {reported !== null && !deviates && !agrees && (
        <span className={styles.reported}>
          {t('settingsPage.reported', { value: settingValueText(t, definition, reported) })}{' '}
          {reportedAt !== null && (
            <span className={styles.dim}>
              <RelativeTime time={reportedAt} />
            </span>
          )}
        </span>
      )}
      {reported === null && desired === null && <span className={styles.dim}>{t('settingsPage.neverReported')}</span>}
      {reported === null && desired !== null && <span className={styles.dim}>{t('settingsPage.notYetReported')}</span>}
    </div>
  );
}
