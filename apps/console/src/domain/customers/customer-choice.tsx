import { Button, CloseButton, Group, Input } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { CustomerTree } from './customer-tree.tsx';

interface CustomerChoiceProps {
  label: string;
  /** Title of the dialog in which the customer is chosen. */
  title: string;
  /** Text without a chosen customer, and name of the button that clears the choice. */
  none: string;
  custId: number | undefined;
  onChange: (custId: number | undefined) => void;
}

/** Chooses one of the caller's customers from their tree, or none. */
export function CustomerChoice({ label, title, none, custId, onChange }: CustomerChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const { data } = useQuery({
    ...apiQuery('getCustomer', { params: { custId: custId ?? 0 } }),
    enabled: custId !== undefined,
  });
  const choose = async () => {
    const chosen = await openDialog<number>({
      title,
      content: (close) => <CustomerTree chosen={custId ?? null} onChoose={close} />,
    });
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: `${id}-label` }}>
      <Group gap={4} wrap="nowrap">
        <Button
          variant="default"
          fw={400}
          justify="flex-start"
          leftSection={<IconBuilding size={16} aria-hidden />}
          aria-labelledby={`${id}-label ${id}`}
          onClick={() => void choose()}
        >
          <span id={id}>{custId === undefined ? none : (data?.firmName ?? t('common.loading'))}</span>
        </Button>
        {custId !== undefined && <CloseButton aria-label={none} onClick={() => onChange(undefined)} />}
      </Group>
    </Input.Wrapper>
  );
}
