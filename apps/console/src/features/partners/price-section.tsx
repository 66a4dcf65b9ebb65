import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { partnerServices, pricedHardware, priceOf } from '@varde/catalogue/partner-prices';
import type { PartnerPrices } from '@varde/contract/partners';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { notifyError } from '#domain/errors/notify-error.ts';
import { ExportButton } from '#domain/export/export-button.tsx';
import styles from '#ui/panes.module.css';
import { moneyDigits } from './money.ts';
import { PriceTable } from './price-table.tsx';
import { useEditPrices } from './use-edit-prices.tsx';

/** The price list of a partner. */
export function PriceSection({ custId }: { custId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery('getPartnerPrices', { params: { custId } }));
  const edit = useEditPrices(custId);
  const hasRow = (dehaId: number) => data?.prices.some((price) => price.dehaId === dehaId) ?? false;
  const withoutRow = pricedHardware.filter((dehaId) => dehaId > 0 && !hasRow(dehaId));
  return (
    <section className={styles.section} style={{ justifyItems: 'stretch' }} aria-labelledby="partner-prices">
      <h3 id="partner-prices" className={styles.sectionTitle}>
        {t('partners.prices.title')}
      </h3>
      <p className={styles.facts}>{t('partners.prices.help')}</p>
      {!data && <LoadState error={error} onRetry={refetch} height={160} />}
      {data && (
        <>
          <PriceTable list={data} onEdit={(dehaId) => void edit(data, [dehaId])} />
          <Group gap="xs">
            <PriceExport list={data} />
            {data.mayEdit && withoutRow.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => void edit(data, withoutRow)}
              >
                {t('partners.prices.add')}
              </Button>
            )}
          </Group>
        </>
      )}
    </section>
  );
}

/** The prices in effect of every type, for a spreadsheet: numbers without spaces between thousands. */
function PriceExport({ list: { prices, currency, firmName } }: { list: PartnerPrices }) {
  const { t, i18n } = useTranslation();
  const digits = moneyDigits(currency);
  const money = new Intl.NumberFormat(i18n.language, {
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false },
  });
  const table = {
    name: `${t('partners.prices.file')} ${firmName}`,
    header: [
      t('partners.prices.type'),
      ...partnerServices.map(({ key }) => `${t(`partners.prices.services.${key}`)} (${currency})`),
    ],
    line: ({ dehaId, name }: (typeof hardwareList)[number]) => [
      name,
      ...partnerServices.map(({ key }) => {
        const amount = priceOf(prices, { dehaId, service: key });
        return amount === null ? '' : { typed: money.format(amount / 100) };
      }),
    ],
    page: async () => ({ rows: hardwareList, nextCursor: null }),
    onError: notifyError,
  };
  return <ExportButton table={table} />;
}
