import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { kindsBelow } from '@varde/catalogue/customer-kinds';
import type { Customer, CustomerRow } from '@varde/contract/customers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { CustomerPicker } from '#domain/customers/customer-picker.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';

/** Opens the dialog that moves a customer in the tree. */
export function useMoveCustomer() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return async (customer: Customer): Promise<void> => {
    const moved = await openDialog<Customer>({
      title: t('customers.moveTitle', { name: customer.firmName }),
      content: (close) => <MoveForm customer={customer} onDone={close} />,
    });
    if (moved === undefined) return;
    notifyDone(t('customers.moved', { name: moved.firmName }));
    await cache.invalidateQueries({ queryKey: queryKey('listCustomers') });
    await cache.invalidateQueries({ queryKey: queryKey('getCustomer') });
  };
}

interface MoveFormProps {
  customer: Customer;
  onDone: (moved?: Customer) => void;
}

function MoveForm({ customer, onDone }: MoveFormProps) {
  const { t } = useTranslation();
  const { submit, busy, failure } = useSubmit();
  const { data: top } = useQuery(apiQuery('listCustomers', { query: {} }));
  const [target, setTarget] = useState<number | null | undefined>(undefined);
  const { custId, kind } = customer;
  const allows = (row: CustomerRow) =>
    row.custId !== custId &&
    !row.above.some((each) => each.custId === custId) &&
    row.abilities.includes('addBelow') &&
    kindsBelow(row.kind).includes(kind);

  async function move() {
    if (target === undefined) return;
    const moved = await submit(() => call('moveCustomer', { params: { custId }, body: { parentId: target } }));
    if (moved) onDone(moved);
  }

  return (
    <Stack>
      <Text size="sm">{t('customers.moveBody')}</Text>
      {top?.rootKinds.includes(kind) && (
        <Checkbox
          label={t('customers.moveToTop')}
          checked={target === null}
          onChange={(event) => setTarget(event.currentTarget.checked ? null : undefined)}
        />
      )}
      {target !== null && (
        <CustomerPicker value={target ?? null} allows={allows} onChange={(row) => setTarget(row.custId)} />
      )}
      <DialogButtons
        failure={failure}
        onCancel={() => onDone()}
        disabled={target === undefined}
        busy={busy}
        onProceed={() => void move()}
      >
        {t('customers.moveTo')}
      </DialogButtons>
    </Stack>
  );
}
