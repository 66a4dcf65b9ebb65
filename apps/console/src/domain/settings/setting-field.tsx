import { NativeSelect, type NativeSelectProps, Radio, Stack, Switch, TextInput } from '@mantine/core';
import type { SettingDefinition, SettingValue } from '@varde/catalogue/settings/types';
import { useTranslation } from 'react-i18next';
import { IntegerField } from './integer-field.tsx';
import styles from './schema-form.module.css';
import { optionText, settingLabel, settingText } from './setting-texts.ts';

export interface SettingFieldProps {
  definition: SettingDefinition;
  value: SettingValue;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: SettingValue) => void;
}

/** The input for one setting: the only place that knows the kinds of the vocabulary. */
export function SettingField({ definition, value, error, disabled, onChange }: SettingFieldProps) {
  const { t } = useTranslation();
  const shared = {
    label: settingLabel(t, definition.key),
    description: settingText(t, definition.key, 'help'),
    error,
    disabled,
    name: definition.key,
  };
  switch (definition.kind) {
    case 'toggle':
      return (
        <Switch
          label={shared.label}
          description={shared.description}
          error={error}
          disabled={disabled}
          size="md"
          classNames={{ input: styles.toggle, trackLabel: styles.toggleState }}
          onLabel={t('settings.on')}
          offLabel={t('settings.off')}
          name={definition.key}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return <ChoiceInput {...shared} definition={definition} value={value} onChange={onChange} />;
    case 'integer':
      return <IntegerField {...shared} definition={definition} value={value} onChange={onChange} />;
    case 'text':
    case 'phone':
    case 'time':
      return (
        <TextInput
          {...shared}
          type={inputTypes[definition.kind]}
          value={String(value)}
          {...(definition.kind === 'text' ? { maxLength: definition.maxLength } : {})}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

const inputTypes = { text: 'text', phone: 'tel', time: 'time' } as const;

type ChoiceInputProps = Pick<NativeSelectProps, 'label' | 'description' | 'error'> &
  Pick<SettingFieldProps, 'value' | 'onChange' | 'disabled'> & {
    name: string;
    definition: Extract<SettingDefinition, { kind: 'choice' }>;
  };

/** Maximum number of options shown as radio buttons; more become a list. */
const mostRadios = 3;

function ChoiceInput({ definition, value, onChange, ...shared }: ChoiceInputProps) {
  const { t } = useTranslation();
  // A reported value that is not in the list is shown unchanged and cannot be chosen again.
  const options = definition.options.map((option) => option.value);
  const listed = options.some((option) => option === value) ? options : [value, ...options];
  const data = listed.map((option) => ({
    value: String(option),
    label: optionText(t, definition, option),
    disabled: !options.some((each) => each === option),
  }));
  const choose = (text: string) => {
    const chosen = options.find((option) => String(option) === text);
    if (chosen !== undefined) onChange(chosen);
  };
  if (definition.unit !== undefined || options.length > mostRadios)
    return (
      <NativeSelect
        {...shared}
        value={String(value)}
        data={data}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    );
  const { disabled, ...group } = shared;
  return (
    <Radio.Group {...group} value={String(value)} onChange={choose}>
      <Stack gap={8} pt={8}>
        {data.map((option) => (
          <Radio key={option.value} {...option} disabled={disabled || option.disabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
