import { Button } from '@mantine/core';
import {
  allHardware,
  defaultHardware,
  type PartnerService,
  partnerServices,
  pricedHardware,
  priceIn,
} from '@varde/catalogue/partner-prices';
import type { PartnerPrices } from '@varde/contract/partners';
import { useTranslation } from 'react-i18next';
import figures from '#ui/figures.module.css';
import panes from '#ui/panes.module.css';
import { moneyText } from './money.ts';
import { useRowName } from './use-row-name.ts';

interface PriceTableProps {
  list: PartnerPrices;
  onEdit: (dehaId: number) => void;
}

/** The rows with prices of their own; those of all types and of the default always. */
export function PriceTable({ list, onEdit }: PriceTableProps) {
  const { t } = useTranslation();
  const rows = pricedHardware.filter(
    (dehaId) =>
      dehaId === allHardware || dehaId === defaultHardware || list.prices.some((price) => price.dehaId === dehaId),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a narrow screen, also by the keyboard
    <section className={figures.frame} aria-label={t('partners.prices.table')} tabIndex={0}>
      <table className={figures.table}>
        <thead>
          <tr>
            <th scope="col">{t('partners.prices.type')}</th>
            {partnerServices.map(({ key }) => (
              <th key={key} scope="col">
                {t(`partners.prices.services.${key}`)}
              </th>
            ))}
            {list.mayEdit && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((dehaId) => (
            <PriceRow key={dehaId} list={list} dehaId={dehaId} onEdit={() => onEdit(dehaId)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PriceRowProps {
  list: PartnerPrices;
  dehaId: number;
  onEdit: () => void;
}

function PriceRow({ list, dehaId, onEdit }: PriceRowProps) {
  const { t } = useTranslation();
  const name = useRowName()(dehaId);
  return (
    <tr>
      <th scope="row">{name}</th>
      {partnerServices.map(({ key }) => (
        <td key={key}>
          <PriceCell list={list} dehaId={dehaId} service={key} />
        </td>
      ))}
      {list.mayEdit && (
        <td>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={t('partners.prices.editOf', { name })}
            onClick={onEdit}
          >
            {t('partners.prices.edit')}
          </Button>
        </td>
      )}
    </tr>
  );
}

/** A price of the row itself; where all types have one price, it says so. */
function PriceCell({ list, dehaId, service }: Pick<PriceRowProps, 'list' | 'dehaId'> & { service: PartnerService }) {
  const { t, i18n } = useTranslation();
  const isAsAll = dehaId !== allHardware && priceIn(list.prices, { dehaId: allHardware, service }) !== null;
  if (isAsAll) return <span className={panes.facts}>{t('partners.prices.asAll')}</span>;
  const amount = priceIn(list.prices, { dehaId, service });
  return amount === null ? null : <span>{moneyText(amount, list.currency, i18n.language)}</span>;
}
