import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { CopyButton } from './copy-button.tsx';
import { detailFacts } from './detail-facts.ts';
import styles from './transaction-table.module.css';

/** The decoded content of a message, and its raw frame. */
export function TransactionDetail({ deviId, tranId }: { deviId: number; tranId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...apiQuery('getTransaction', { params: { deviId, tranId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={80} />;
  return (
    <>
      {data.detail && <Facts detail={data.detail} />}
      <div className={styles.rawTitle}>
        <p className={styles.detailTitle}>{t('deviceLog.raw')}</p>
        {data.raw !== null && <CopyButton text={data.raw} />}
      </div>
      <pre className={styles.raw}>{data.raw === null ? t('deviceLog.noRaw') : readableFrame(data.raw)}</pre>
    </>
  );
}

function Facts({ detail }: { detail: Record<string, unknown> }) {
  const { t } = useTranslation();
  const facts = detailFacts(detail, t, useFormats());
  return (
    <>
      <p className={styles.detailTitle}>{t('deviceLog.decoded')}</p>
      <dl className={styles.facts}>
        {facts.map(({ label, lines }) => (
          <div key={label}>
            <dt>{label}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
}

const printable = /^[\x20-\x7e\r\n]*$/;

/** Hex in pairs, with the text for text protocols. */
export function readableFrame(hex: string): string {
  const pairs = hex.match(/../g) ?? [];
  const text = pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');
  return printable.test(text) && text ? `${text}\n\n${pairs.join(' ')}` : pairs.join(' ');
}
