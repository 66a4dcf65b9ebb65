import { NumberInput, Select, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { highestPrice, type PartnerService, partnerServices, priceIn } from '@varde/catalogue/partner-prices';
import type { PartnerPrices } from '@varde/contract/partners';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { decimalSign, moneyDigits } from './money.ts';
import { useRowName } from './use-row-name.ts';

/** Opens the dialog that changes the prices of one of these rows. */
export function useEditPrices(custId: number): (list: PartnerPrices, rows: readonly number[]) => Promise<void> {
  const { t } = useTranslation();
  const nameOf = useRowName();
  const cache = useQueryClient();
  return async (list, rows) => {
    const [only] = rows;
    const saved = await openDialog<PartnerPrices>({
      title:
        rows.length === 1 && only !== undefined
          ? t('partners.prices.editOf', { name: nameOf(only) })
          : t('partners.prices.add'),
      content: (close) => <PriceForm list={list} rows={rows} onDone={close} />,
    });
    if (saved === undefined) return;
    cache.setQueryData(apiQuery('getPartnerPrices', { params: { custId } }).queryKey, saved);
    notifyDone(t('partners.prices.saved'));
  };
}

interface PriceFormProps {
  list: PartnerPrices;
  /** The types to choose from; of one there is no choice. */
  rows: readonly number[];
  onDone: (saved?: PartnerPrices) => void;
}

/** What was typed for each service, in whole units of the currency; empty: no price. */
type Typed = Partial<Record<PartnerService, number | string>>;

function PriceForm({ list, rows, onDone }: PriceFormProps) {
  const { t, i18n } = useTranslation();
  const nameOf = useRowName();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [dehaId, setDehaId] = useState<number | null>(rows.length === 1 ? (rows[0] ?? null) : null);
  const [typed, setTyped] = useState<Typed>({});
  const digits = moneyDigits(list.currency);
  const stored = (service: PartnerService): number | string => {
    const amount = dehaId === null ? null : priceIn(list.prices, { dehaId, service });
    return amount === null ? '' : amount / 100;
  };
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (dehaId === null) return;
    const params = { custId: list.custId, dehaId: String(dehaId) };
    const saved = await submit(() => call('savePartnerPrices', { params, body: { amounts: amountsOf(typed) } }));
    if (saved) onDone(saved);
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {rows.length > 1 && (
          <Select
            label={t('partners.prices.choose')}
            required
            searchable
            data={rows.map((row) => ({ value: String(row), label: nameOf(row) }))}
            value={dehaId === null ? null : String(dehaId)}
            onChange={(row) => setDehaId(row === null ? null : Number(row))}
          />
        )}
        {partnerServices.map(({ key }) => (
          <NumberInput
            key={key}
            label={t(`partners.prices.services.${key}`)}
            suffix={` ${list.currency}`}
            min={0}
            max={highestPrice / 100}
            decimalScale={digits}
            allowNegative={false}
            hideControls
            decimalSeparator={decimalSign(i18n.language)}
            allowedDecimalSeparators={[',', '.']}
            value={typed[key] ?? stored(key)}
            error={errors[`amounts.${key}`] && t('partners.prices.wrong')}
            onChange={(amount) => setTyped({ ...typed, [key]: amount })}
          />
        ))}
        <DialogButtons failure={failure} onCancel={() => onDone()} busy={busy} disabled={dehaId === null}>
          {t('common.save')}
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** The typed amounts in hundredths; services that were not touched are left out. */
const amountsOf = (typed: Typed): Partial<Record<PartnerService, number | null>> =>
  Object.fromEntries(
    Object.entries(typed).map(([service, amount]) => [
      service,
      amount === '' ? null : Math.round(Number(amount) * 100),
    ]),
  );
