import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingValue } from '@varde/catalogue/settings/types';
import type { SettingState } from '@varde/contract/settings';
import { useTranslation } from 'react-i18next';
import changed from '#domain/settings/changed-field.module.css';
import { settingLabel, settingValueText } from '#domain/settings/setting-texts.ts';
import { RelativeTime } from '#kit/relative-time.tsx';
import styles from './settings-page.module.css';

export interface DeviationProps {
  definition: KnownSetting;
  state: SettingState;
  /** A save is under way, or the field is being edited. */
  busy: boolean;
  onSend: (desired: SettingValue, reported: SettingValue) => void;
  /** Null: another setting decides the value. */
  onKeep: ((reported: SettingValue) => void) | null;
}

/** A device that has another value than the desired one, as after a press on the device: a user decides which one counts. */
export function Deviation({ definition, state, busy, onSend, onKeep }: DeviationProps) {
  const { t } = useTranslation();
  const { desired, reported, reportedAt, changeable } = state;
  if (desired === null || reported === null) return null;
  const setting = settingLabel(t, definition.key);
  return (
    <div className={changed.changed}>
      <p role="status" className={changed.told}>
        <IconAlertTriangle size={16} aria-hidden />
        <span>
          {t('settingsPage.deviates', {
            desired: settingValueText(t, definition, desired),
            reported: settingValueText(t, definition, reported),
          })}{' '}
          {reportedAt !== null && (
            <span className={styles.dim}>
              <RelativeTime time={reportedAt} />
            </span>
          )}
        </span>
      </p>
      {changeable && (
        <Group gap={8}>
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            aria-label={t('settingsPage.sendAgainOf', { setting })}
            onClick={() => onSend(desired, reported)}
          >
            {t('settingsPage.sendAgain')}
          </Button>
          {onKeep && (
            <Button
              size="xs"
              variant="default"
              disabled={busy}
              aria-label={t('settingsPage.keepReportedOf', { setting })}
              onClick={() => onKeep(reported)}
            >
              {t('settingsPage.keepReported')}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}
