import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { CustomerKind } from '@varde/catalogue/customer-kinds';
import { markets } from '@varde/catalogue/markets';
import type { Customer } from '@varde/contract/customers';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useDraft } from '#data/use-draft.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';

type Parent = { custId: number; firmName: string } | null;

/** Opens the dialog that adds a customer below another one, or at the top of the tree, and opens the new one. */
export function useNewCustomer(onChoose: (custId: number) => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return async (parent: Parent, kinds: readonly CustomerKind[]): Promise<void> => {
    const added = await openDialog<Customer>({
      title: parent ? t('customers.addBelowTitle', { name: parent.firmName }) : t('customers.add'),
      content: (close) => <NewCustomerForm parent={parent} kinds={kinds} onDone={close} />,
    });
    if (added === undefined) return;
    notifyDone(t('customers.added', { name: added.firmName }));
    await cache.invalidateQueries({ queryKey: queryKey('listCustomers') });
    await cache.invalidateQueries({ queryKey: queryKey('getCustomer') });
    onChoose(added.custId);
  };
}

interface NewCustomerFormProps {
  parent: Parent;
  kinds: readonly CustomerKind[];
  onDone: (added?: Customer) => void;
}

function NewCustomerForm({ parent, kinds, onDone }: NewCustomerFormProps) {
  const { t } = useTranslation();
  const { submit, busy, errors, setErrors, failure } = useFormSubmit();
  const of = `new-customer-${parent?.custId ?? 0}`;
  const [kind, setKind] = useDraft(`${of}-kind`, kinds[0]);
  const [firmName, setFirmName] = useDraft(`${of}-name`, '');
  const [market, setMarket] = useDraft<(typeof markets)[number]['id']>(`${of}-market`, 1);
  const [orgNumber, setOrgNumber] = useDraft(`${of}-number`, '');

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!firmName.trim()) return setErrors({ firmName: t('customers.firmNameMissing') });
    if (kind === undefined) return;
    const rest = { reference: null, address: null, billingAddress: null, defaultAhp: null };
    const body = { kind, firmName, market, orgNumber: orgNumber || null, parentId: parent?.custId ?? null };
    const added = await submit(() => call('createCustomer', { body: { ...rest, ...body } }));
    if (added) onDone(added);
  }

  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <NativeSelect
          label={t('customers.kind')}
          value={kind}
          data={kinds.map((value) => ({ value, label: t(`customers.kinds.${value}`) }))}
          onChange={(event) => setKind(kinds.find((each) => each === event.currentTarget.value))}
        />
        <TextInput
          label={t('customers.firmName')}
          value={firmName}
          error={errors.firmName}
          maxLength={120}
          onChange={(event) => setFirmName(event.currentTarget.value)}
          required
          data-autofocus
        />
        <NativeSelect
          label={t('customers.market')}
          value={market}
          data={markets.map(({ id, key }) => ({ value: String(id), label: t(`customers.markets.${key}`) }))}
          onChange={(event) => setMarket(markets.find(({ id }) => String(id) === event.currentTarget.value)?.id ?? 1)}
        />
        <TextInput
          label={t('customers.orgNumber')}
          value={orgNumber}
          error={errors.orgNumber}
          maxLength={20}
          onChange={(event) => setOrgNumber(event.currentTarget.value)}
        />
        <DialogButtons failure={failure} onCancel={() => onDone()} busy={busy}>
          {t('common.add')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
