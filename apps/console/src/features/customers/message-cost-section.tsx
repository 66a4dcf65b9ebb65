import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { channelRules } from '@varde/contract/event-setup-form';
import type { MessageCost } from '@varde/contract/message-costs';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/api/api-error.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { notifyError } from '#domain/errors/notify-error.ts';
import { useReader } from '#domain/export/download-button.tsx';
import { ExportButton } from '#domain/export/export-button.tsx';
import { useFormats } from '#kit/use-formats.ts';
import figures from '#ui/figures.module.css';
import panes from '#ui/panes.module.css';

/** SMS and calls for a customer and those below it, by month; nothing without the right to it. */
export function MessageCostSection({ custId }: { custId: number }) {
  const { t } = useTranslation();
  const { timeZone } = useReader();
  const { data, error, refetch } = useQuery(apiQuery('listMessageCosts', { params: { custId }, query: { timeZone } }));
  if (error && !data) {
    const hidden = ['notAllowed', 'notFound'].includes(errorCodeOf(error));
    return hidden ? null : <ErrorState error={error} onRetry={refetch} />;
  }
  return (
    <section className={panes.section} style={{ justifyItems: 'stretch' }} aria-labelledby="customer-costs">
      <h3 id="customer-costs" className={panes.sectionTitle}>
        {t('customers.costs.title')}
      </h3>
      <p className={panes.facts}>{t('customers.costs.help')}</p>
      {!data && <Skeleton height={80} />}
      {data?.costs.length === 0 && <p className={panes.facts}>{t('customers.costs.none')}</p>}
      {data && data.costs.length > 0 && (
        <>
          <CostTable costs={data.costs} />
          <CostExport costs={data.costs} />
        </>
      )}
    </section>
  );
}

function CostTable({ costs }: { costs: readonly MessageCost[] }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a narrow screen, also by the keyboard
    <section className={figures.frame} aria-label={t('customers.costs.byMonth')} tabIndex={0}>
      <table className={figures.table}>
        <thead>
          <tr>
            {(['month', 'channel', 'provider'] as const).map((column) => (
              <th key={column} scope="col" className={figures.text}>
                {t(`customers.costs.columns.${column}`)}
              </th>
            ))}
            {(['messages', 'failed', 'size', 'price'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`customers.costs.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {costs.map((cost) => (
            <CostRow key={`${cost.month} ${cost.channel} ${cost.provider}`} cost={cost} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The table for a spreadsheet: numbers without spaces between thousands, each in a column of its own. */
function CostExport({ costs }: { costs: readonly MessageCost[] }) {
  const { t, i18n } = useTranslation();
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 4, useGrouping: false };
  const money = new Intl.NumberFormat(i18n.language, digits);
  const columns = ['month', 'channel', 'provider', 'messages', 'failed', 'smsParts', 'seconds', 'price'] as const;
  const table = {
    name: t('customers.costs.file'),
    header: columns.map((column) => t(`customers.costs.columns.${column}`)),
    line: ({ month, channel, provider, messages, failed, parts, seconds, price }: MessageCost) => [
      ...[{ typed: month }, t(`customers.costs.channels.${channel}`), provider, messages, failed],
      ...(channelRules[channel].charged === 'parts' ? [parts, ''] : ['', seconds]),
      price === null ? '' : { typed: money.format(price / 10_000) },
    ],
    page: async () => ({ rows: costs, nextCursor: null }),
    onError: notifyError,
  };
  return (
    <div>
      <ExportButton table={table} />
    </div>
  );
}

function CostRow({ cost }: { cost: MessageCost }) {
  const { t, i18n } = useTranslation();
  const { number } = useFormats();
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const { channel, provider, messages, failed, parts, seconds, price } = cost;
  const size =
    channelRules[channel].charged === 'parts'
      ? t('customers.costs.parts', { count: parts, number: number(parts) })
      : t('customers.costs.length', { minutes: number(Math.floor(seconds / 60)), seconds: seconds % 60 });
  return (
    <tr>
      <th scope="row">{month.format(Date.parse(`${cost.month}-01`))}</th>
      <td className={figures.text}>{t(`customers.costs.channels.${channel}`)}</td>
      <td className={figures.text}>{provider}</td>
      <td>{number(messages)}</td>
      <td>{number(failed)}</td>
      <td>{size}</td>
      <td>{price === null ? '' : number(price / 10_000, 2)}</td>
    </tr>
  );
}
