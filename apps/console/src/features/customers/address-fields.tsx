import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from '#ui/panes.module.css';
import type { Details } from './details.ts';

type Address = NonNullable<Details['address']>;

interface AddressFieldsProps {
  legend: string;
  /** The path of the address in the body, before the field's own name. */
  path: 'address' | 'billingAddress';
  value: Details['address'];
  errors: Readonly<Record<string, string>>;
  /** Null once all fields are empty. */
  onChange: (address: Address | null) => void;
}

const parts = [
  { key: 'address1', maxLength: 120, autoComplete: 'address-line1' },
  { key: 'address2', maxLength: 120, autoComplete: 'address-line2' },
  { key: 'zip', maxLength: 12, autoComplete: 'postal-code' },
  { key: 'city', maxLength: 80, autoComplete: 'address-level2' },
] as const;

/** A postal address; all fields empty means no address. */
export function AddressFields({ legend, path, value, errors, onChange }: AddressFieldsProps) {
  const { t } = useTranslation();
  const change = (key: (typeof parts)[number]['key'], text: string) => {
    const next = { address1: '', address2: '', zip: '', city: '', ...value, [key]: text };
    onChange(Object.values(next).some((part) => part !== '') ? next : null);
  };
  return (
    <fieldset className={styles.address}>
      <legend className={styles.legend}>{legend}</legend>
      {parts.map(({ key, ...input }) => (
        <TextInput
          key={key}
          label={t(`customers.${key}`)}
          value={value?.[key] ?? ''}
          error={errors[`${path}.${key}`]}
          onChange={(event) => change(key, event.currentTarget.value)}
          {...input}
        />
      ))}
    </fieldset>
  );
}
