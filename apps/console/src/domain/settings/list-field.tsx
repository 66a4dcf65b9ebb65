import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { SettingValue } from '@varde/catalogue/settings/types';

interface ListFieldProps extends Pick<NativeSelectProps, 'label' | 'description' | 'error' | 'disabled' | 'name'> {
  options: readonly SettingValue[];
  value: SettingValue;
  textOf: (option: SettingValue) => string;
  onChange: (value: SettingValue) => void;
}

/** A value of a list. */
export function ListField({ options, value, textOf, onChange, ...shared }: ListFieldProps) {
  return (
    <NativeSelect
      {...shared}
      value={String(value)}
      data={listed(options, value).map((option) => ({
        value: String(option),
        label: textOf(option),
        disabled: !options.includes(option),
      }))}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => String(option) === currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

/** The options, and before them a reported value that is none of them: it is shown and cannot be chosen again. */
export const listed = (options: readonly SettingValue[], value: SettingValue): readonly SettingValue[] =>
  options.includes(value) ? options : [value, ...options];
