import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './changed-field.module.css';

interface ChangedFieldProps {
  /** The setting's name. */
  setting: string;
  /** Who has changed it, and from which value to which, in words. */
  by: string;
  began: string;
  now: string;
  /** What the user has chosen. */
  own: string;
  onTake: () => void;
  onInsist: () => void;
}

/** Says who has changed a field while the user edited it, and lets the user choose a value. Nothing is sent before. */
export function ChangedField({ setting, by, began, now, own, onTake, onInsist }: ChangedFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.changed}>
      <p role="alert" className={styles.told}>
        <IconAlertTriangle size={16} aria-hidden />
        <span>{t('settings.elsewhere.changedBy', { by, from: began, to: now, own })}</span>
      </p>
      <Group gap={8}>
        <Button
          size="xs"
          variant="default"
          aria-label={t('settings.elsewhere.takeTheirsOf', { setting, value: now })}
          onClick={onTake}
        >
          {t('settings.elsewhere.takeTheirs', { value: now })}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={t('settings.elsewhere.keepMineOf', { setting, value: own })}
          onClick={onInsist}
        >
          {t('settings.elsewhere.keepMine', { value: own })}
        </Button>
      </Group>
    </div>
  );
}
