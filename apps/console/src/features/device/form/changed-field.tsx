import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { sameValue } from '@varde/catalogue/settings/same-value';
import type { SettingState } from '@varde/contract/settings';
import { useTranslation } from 'react-i18next';
import { settingLabel, settingValueText } from '#domain/settings/setting-texts.ts';
import styles from './settings-page.module.css';
import type { ChangedElsewhere } from './use-settings-draft.ts';

interface ChangedFieldProps {
  changed: ChangedElsewhere;
  state: SettingState | undefined;
  onTake: () => void;
  onInsist: () => void;
}

/** Says who has changed a field while the user edited it, and lets the user choose a value. Nothing is sent before. */
export function ChangedField({ changed: { definition, began, now, own }, state, onTake, onInsist }: ChangedFieldProps) {
  const { t } = useTranslation();
  const words = (value: typeof now) => settingValueText(t, definition, value);
  const setting = settingLabel(t, definition.key);
  const isDesired = state !== undefined && sameValue(definition, state.desired, now);
  const by = isDesired ? (state.changed?.by ?? t('settingsPage.somebody')) : t('settingsPage.theDevice');
  return (
    <div className={styles.changed}>
      <p role="alert" className={styles.told}>
        <IconAlertTriangle size={16} aria-hidden />
        <span>{t('settingsPage.changedBy', { by, from: words(began), to: words(now), own: words(own) })}</span>
      </p>
      <Group gap={8}>
        <Button
          size="xs"
          variant="default"
          aria-label={t('settingsPage.takeTheirsOf', { setting, value: words(now) })}
          onClick={onTake}
        >
          {t('settingsPage.takeTheirs', { value: words(now) })}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t('settingsPage.keepMineOf', { setting, value: words(own) })}
          onClick={onInsist}
        >
          {t('settingsPage.keepMine', { value: words(own) })}
        </Button>
      </Group>
    </div>
  );
}
