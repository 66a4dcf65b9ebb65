import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { SettingValue } from '@varde/catalogue/settings/types';
import { useState } from 'react';

interface ListFieldProps extends Pick<NativeSelectProps, 'label' | 'description' | 'error' | 'disabled' | 'name'> {
  options: readonly SettingValue[];
  value: SettingValue;
  textOf: (option: SettingValue) => string;
  onChange: (value: SettingValue) => void;
}

/** A value of a list. */
export function ListField({ options: known, value, textOf, onChange, ...shared }: ListFieldProps) {
  const options = useListed(known, value);
  return (
    <NativeSelect
      {...shared}
      value={String(value)}
      data={options.map((option) => ({ value: String(option), label: textOf(option) }))}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => String(option) === currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

/**
 * The options, and before them a value that the device has and that is none of them: whoever has chosen another one can
 * go back to it, as long as the field is there.
 */
export function useListed(options: readonly SettingValue[], value: SettingValue): readonly SettingValue[] {
  const [began] = useState(value);
  const others = [...new Set([began, value])].filter((each) => !options.includes(each));
  return [...others, ...options];
}
