import { NumberInput, type NumberInputProps, Stack } from '@mantine/core';
import type { SettingDefinition, SettingValue } from '@varde/catalogue/settings/types';
import { useTranslation } from 'react-i18next';
import styles from './schema-form.module.css';
import { settingLabel } from './setting-texts.ts';

interface IntegerFieldProps extends Pick<NumberInputProps, 'label' | 'description' | 'error' | 'disabled' | 'name'> {
  definition: Extract<SettingDefinition, { kind: 'integer' }>;
  value: SettingValue;
  onChange: (value: SettingValue) => void;
}

/** A number within limits: a box, and a slider below it (specification 2, section 5). */
export function IntegerField({ definition, value, onChange, ...shared }: IntegerFieldProps) {
  const { t } = useTranslation();
  const { key, min, max, step = 1, unit } = definition;
  const known = typeof value === 'number' ? value : null;
  return (
    <Stack gap={10}>
      <NumberInput
        {...shared}
        value={known ?? ''}
        min={min}
        max={max}
        step={step}
        allowDecimal={false}
        clampBehavior="none"
        suffix={unit ? ` ${unit}` : ''}
        onChange={onChange}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label={t('settings.slider', { setting: settingLabel(t, key) })}
        value={known ?? min}
        min={min}
        max={max}
        step={step}
        disabled={shared.disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </Stack>
  );
}
