import { PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { enteredSetting } from '@varde/catalogue/settings/entered-setting';
import type { SettingDefinition, SettingValue } from '@varde/catalogue/settings/types';
import { useTranslation } from 'react-i18next';
import { HoursField } from './hours-field.tsx';
import { IntegerField } from './integer-field.tsx';
import { isPaste } from './is-paste.ts';
import { ListField, useListed } from './list-field.tsx';
import { PhonesField } from './phones-field.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { optionText, settingLabel, settingText } from './setting-texts.ts';

export interface SettingFieldProps {
  definition: SettingDefinition;
  value: SettingValue;
  error: string | undefined;
  disabled: boolean;
  /** Private users have help texts of their own. */
  isPrivate?: boolean;
  onChange: (value: SettingValue) => void;
}

/** The input for one setting: the only place that knows the kinds of the vocabulary. */
export function SettingField({ definition, value, error, disabled, isPrivate, onChange }: SettingFieldProps) {
  const { t } = useTranslation();
  const { key } = definition;
  const ownHelp = isPrivate ? settingText(t, key, 'helpPrivate') : undefined;
  const shared = {
    label: settingLabel(t, key),
    description: ownHelp ?? settingText(t, key, definition.limited ? 'limited' : 'help'),
    error,
    disabled,
    name: key,
  };
  const field = { ...shared, value, onChange };
  const textOf = (option: SettingValue) => optionText(t, definition, option);
  switch (definition.kind) {
    case 'toggle':
      return <SettingSwitch {...shared} checked={value === true} onChange={onChange} />;
    case 'choice':
      return isList(definition) ? (
        <ListField {...field} textOf={textOf} options={definition.options.map((option) => option.value)} />
      ) : (
        <RadioField {...field} textOf={textOf} options={definition.options.map((option) => option.value)} />
      );
    case 'integer':
      return definition.unit === 'utc' ? (
        <ListField {...field} textOf={textOf} options={stepsOf(definition)} />
      ) : (
        <IntegerField {...field} definition={definition} />
      );
    case 'time':
      return definition.options ? (
        <ListField {...field} textOf={textOf} options={definition.options} />
      ) : (
        <TextField {...field} type="time" />
      );
    case 'phones':
      return <PhonesField {...field} definition={definition} />;
    case 'hours':
      return <HoursField {...field} />;
    case 'phone':
      return <TextField {...field} type="tel" asStored={(text) => enteredSetting(definition, text)} />;
    case 'text':
      return definition.secret ? (
        <PasswordInput
          {...shared}
          value={String(value)}
          maxLength={definition.maxLength}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('settings.showSecret') }}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextField {...field} type="text" maxLength={definition.maxLength} />
      );
  }
}

/** Maximum number of options shown as radio buttons; more become a list. */
const mostRadios = 3;
const isList = ({ unit, options }: Extract<SettingDefinition, { kind: 'choice' }>) =>
  unit !== undefined || options.length > mostRadios;

/** Every value of a number with limits. */
const stepsOf = ({ min, max, step = 1 }: Extract<SettingDefinition, { kind: 'integer' }>): number[] =>
  Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, place) => min + place * step);

interface FieldProps {
  name: string;
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  value: SettingValue;
  onChange: (value: SettingValue) => void;
}

interface TextFieldProps extends FieldProps {
  type: 'text' | 'tel' | 'time';
  maxLength?: number;
  /** How a text is stored, where that differs. */
  asStored?: (text: string) => SettingValue;
}

/** What is pasted, and what somebody has typed and left, is shown as it is stored. */
function TextField({ value, asStored = String, onChange, ...shared }: TextFieldProps) {
  return (
    <TextInput
      {...shared}
      value={String(value)}
      onChange={({ currentTarget, nativeEvent }) =>
        onChange(isPaste(nativeEvent) ? asStored(currentTarget.value) : currentTarget.value)
      }
      onBlur={({ currentTarget }) => {
        const stored = asStored(currentTarget.value);
        if (stored !== currentTarget.value) onChange(stored);
      }}
    />
  );
}

interface RadioFieldProps extends FieldProps {
  options: readonly SettingValue[];
  textOf: (option: SettingValue) => string;
}

function RadioField({ value, onChange, disabled, options: known, textOf, ...group }: RadioFieldProps) {
  const options = useListed(known, value);
  const choose = (text: string) => {
    const chosen = options.find((option) => String(option) === text);
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <Radio.Group {...group} value={String(value)} onChange={choose}>
      <Stack gap={8} py={8}>
        {options.map((option) => (
          <Radio key={String(option)} value={String(option)} label={textOf(option)} disabled={disabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
