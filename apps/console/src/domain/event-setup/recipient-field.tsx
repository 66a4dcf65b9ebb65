import { TextInput } from '@mantine/core';
import type { RecipientRight } from '@varde/contract/event-setup';
import { useTranslation } from 'react-i18next';
import styles from './event-setup.module.css';

interface RecipientFieldProps {
  field: 'mobile' | 'email';
  right: RecipientRight;
  value: string | null;
  /** There is one, seen or not. */
  has: boolean;
  fault: string | false;
  onChange: (value: string | null) => void;
}

const labels = { mobile: 'mobile', email: 'address' } as const;
const types = { mobile: 'tel', email: 'email' } as const;

/** The number or address of a receiver, as far as the user may see and change it. */
export function RecipientField({ field, right, value, has, fault, onChange }: RecipientFieldProps) {
  const { t } = useTranslation();
  if (right === 'none' || (right === 'read' && value === null))
    return (
      <p className={fault ? styles.fault : styles.dim} {...(fault && { role: 'alert' })}>
        {t(`eventSetup.${has ? 'hidden' : 'without'}.${field}`)}
      </p>
    );
  return (
    <TextInput
      label={t(`eventSetup.${labels[field]}`)}
      type={types[field]}
      readOnly={right === 'read'}
      value={value ?? ''}
      error={fault}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim() || null)}
    />
  );
}
