import { Input } from '@mantine/core';
import { IconBuilding, IconChevronRight } from '@tabler/icons-react';
import type { CustomerRow } from '@varde/contract/customers';
import { useId } from 'react';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { CustomerPicker } from './customer-picker.tsx';

interface CustomerFieldProps {
  label: string;
  /** Title of the dialog in which another one is chosen. */
  chooseLabel: string;
  /** What stands there now. */
  shown: string;
  value: number | null;
  error?: string | undefined;
  onChange: (customer: CustomerRow) => void;
}

/** A field that holds one of the caller's customers; pressing it finds another. */
export function CustomerField({ label, chooseLabel, shown, value, error, onChange }: CustomerFieldProps) {
  const id = useId();
  const choose = async () => {
    const chosen = await openDialog<CustomerRow>({
      title: chooseLabel,
      content: (close) => <CustomerPicker value={value} onChange={close} />,
    });
    if (chosen) onChange(chosen);
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: `${id}-label` }} error={error}>
      <Input
        component="button"
        type="button"
        pointer
        leftSection={<IconBuilding size={16} aria-hidden />}
        rightSection={<IconChevronRight size={16} aria-hidden />}
        aria-labelledby={`${id}-label ${id}-value`}
        onClick={() => void choose()}
      >
        <span id={`${id}-value`}>{shown}</span>
      </Input>
    </Input.Wrapper>
  );
}
