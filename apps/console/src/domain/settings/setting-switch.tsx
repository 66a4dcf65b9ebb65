import type { SwitchProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Toggle } from '#kit/form/toggle.tsx';
import styles from './schema-form.module.css';

interface SettingSwitchProps extends Pick<SwitchProps, 'description' | 'error' | 'disabled' | 'name'> {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with its state in words. */
export function SettingSwitch({ onChange, ...shared }: SettingSwitchProps) {
  const { t } = useTranslation();
  return (
    <Toggle
      {...shared}
      size="md"
      classNames={{ input: styles.toggle, trackLabel: styles.toggleState }}
      onLabel={t('settings.on')}
      offLabel={t('settings.off')}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
