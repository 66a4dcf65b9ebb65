import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { enteredNumber } from '@varde/catalogue/entered-text';
import type { SettingDefinition, SettingValue } from '@varde/catalogue/settings/types';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPaste } from './is-paste.ts';
import styles from './schema-form.module.css';

interface PhonesFieldProps {
  definition: Extract<SettingDefinition, { kind: 'phones' }>;
  value: SettingValue;
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: SettingValue) => void;
}

/** Several telephone numbers in their order, one row each. Without any there is one empty row. */
export function PhonesField({ definition, value, label, description, error, disabled, onChange }: PhonesFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const numbers = String(value).split(',');
  const { rows, focusLater } = useRowFocus();
  const change = (changed: readonly string[], place?: number) => {
    onChange(changed.join(','));
    if (place !== undefined) focusLater(place);
  };
  return (
    <fieldset
      className={styles.phones}
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : description && `${id}-help`}
    >
      <legend>
        <Input.Label labelElement="div">{label}</Input.Label>
      </legend>
      {description && <Input.Description id={`${id}-help`}>{description}</Input.Description>}
      {numbers.map((number, at) => {
        const place = at + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; two numbers may be the same
          <Group key={at} gap={6} wrap="nowrap">
            <TextInput
              type="tel"
              className={styles.number}
              ref={(input) => {
                rows.current[at] = input;
              }}
              aria-label={t('settings.phones.number', { place })}
              name={`${definition.key}.${place}`}
              value={number}
              error={Boolean(error)}
              onChange={({ currentTarget, nativeEvent }) => {
                const text = currentTarget.value;
                change(numbers.with(at, isPaste(nativeEvent) ? enteredNumber(text) : text));
              }}
              onBlur={({ currentTarget }) => {
                const stored = enteredNumber(currentTarget.value);
                if (stored !== currentTarget.value) change(numbers.with(at, stored));
              }}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('settings.phones.up', { place })}
              disabled={disabled || at === 0}
              onClick={() => change(swapped(numbers, at, at - 1), at - 1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('settings.phones.down', { place })}
              disabled={disabled || place === numbers.length}
              onClick={() => change(swapped(numbers, at, at + 1), at + 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('settings.phones.remove', { place })}
              disabled={disabled || String(value) === ''}
              onClick={() => change(numbers.toSpliced(at, 1), Math.max(0, Math.min(at, numbers.length - 2)))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        );
      })}
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={disabled || numbers.length >= definition.most || numbers.at(-1) === ''}
        onClick={() => change([...numbers, ''], numbers.length)}
      >
        {t('settings.phones.add')}
      </Button>
    </fieldset>
  );
}

const swapped = (numbers: readonly string[], a: number, b: number): string[] =>
  numbers.with(a, numbers[b] ?? '').with(b, numbers[a] ?? '');

/** Moves the focus to a row after the next render: the button that was pressed may be gone, or belong to another row. */
function useRowFocus() {
  const rows = useRef<(HTMLInputElement | null)[]>([]);
  const [target, focusLater] = useState<number | null>(null);
  useEffect(() => {
    if (target === null) return;
    rows.current[target]?.focus();
    focusLater(null);
  }, [target]);
  return { rows, focusLater };
}
