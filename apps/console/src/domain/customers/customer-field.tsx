import { Input } from '@mantine/core';
import { IconBuilding, IconChevronDown } from '@tabler/icons-react';
import type { CustomerRow } from '@varde/contract/customers';
import { useId, useRef, useState } from 'react';
import { CustomerPicker } from './customer-picker.tsx';

interface CustomerFieldProps {
  label: string;
  /** Name of the part in which a customer is chosen. */
  chooseLabel: string;
  /** Current value. */
  shown: string;
  value: number | null;
  error?: string | undefined;
  onChange: (customer: CustomerRow) => void;
}

/**
 * A field with one of the caller's customers; pressing it opens the search in its place: a dialog over a dialog would
 * discard the input of the one below.
 */
export function CustomerField({ label, chooseLabel, shown, value, error, onChange }: CustomerFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function choose(customer: CustomerRow) {
    setOpen(false);
    button.current?.focus();
    onChange(customer);
  }
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: `${id}-label` }} error={error}>
      <Input
        ref={button}
        component="button"
        type="button"
        pointer
        leftSection={<IconBuilding size={16} aria-hidden />}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-expanded={open}
        error={error !== undefined}
        onClick={() => setOpen(!open)}
      >
        <span id={`${id}-value`}>{shown}</span>
      </Input>
      {open && (
        <section aria-label={chooseLabel} style={{ marginTop: 8 }}>
          <CustomerPicker value={value} onChange={choose} />
        </section>
      )}
    </Input.Wrapper>
  );
}
