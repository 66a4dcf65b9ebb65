import { Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Coupon } from '@varde/contract/coupons';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useDraft } from '#data/use-draft.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DateField } from '#kit/form/date-field.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { endOfDay } from '#ui/day.ts';

/** Opens the dialog that creates a coupon code. */
export function useNewCoupon(custId: number): () => Promise<void> {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return async () => {
    const made = await openDialog<Coupon>({
      title: t('customers.coupons.add'),
      content: (close) => <NewCouponForm custId={custId} onDone={close} />,
    });
    if (made === undefined) return;
    notifyDone(t('customers.coupons.made', { code: made.code }));
    await cache.invalidateQueries({ queryKey: queryKey('listCoupons') });
  };
}

function NewCouponForm({ custId, onDone }: { custId: number; onDone: (made?: Coupon) => void }) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const of = `new-coupon-${custId}`;
  const [note, setNote] = useDraft(`${of}-note`, '');
  const [maxUses, setMaxUses] = useDraft(`${of}-uses`, '1');
  const [day, setDay] = useDraft(`${of}-day`, '');
  async function save(event: FormEvent) {
    event.preventDefault();
    const body = { note, maxUses: Number(maxUses), validUntil: endOfDay(day) };
    const made = await submit(() => call('createCoupon', { params: { custId }, body }));
    if (made) onDone(made);
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <TextInput
          label={t('customers.coupons.maxUses')}
          inputMode="numeric"
          required
          value={maxUses}
          error={errors.maxUses}
          onChange={(event) => setMaxUses(event.currentTarget.value)}
          data-autofocus
        />
        <DateField
          label={t('customers.coupons.validUntil')}
          description={t('customers.coupons.validUntilHelp')}
          value={day}
          error={errors.validUntil}
          onChange={setDay}
        />
        <TextInput
          label={t('customers.coupons.note')}
          maxLength={120}
          value={note}
          error={errors.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <DialogButtons failure={failure} onCancel={() => onDone()} busy={busy}>
          {t('customers.coupons.make')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
