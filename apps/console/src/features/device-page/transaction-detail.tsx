import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#kit/api/query-options.ts';
import { ErrorState } from '#kit/state/error-state.tsx';
import styles from './device-page.module.css';

/** The frame as it came, and what was made of it. */
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
      <p className={styles.detailTitle}>{t('device.raw')}</p>
      <pre className={styles.raw}>{data.raw === null ? t('device.noRaw') : readableFrame(data.raw)}</pre>
      {data.detail && (
        <>
          <p className={styles.detailTitle}>{t('device.decoded')}</p>
          <pre className={styles.raw}>{JSON.stringify(data.detail, null, 2)}</pre>
        </>
      )}
    </>
  );
}

const printable = /^[\x20-\x7e\r\n]*$/;

/** Hex in pairs, and for protocols that are text the text too. */
export function readableFrame(hex: string): string {
  const pairs = hex.match(/../g) ?? [];
  const text = String.fromCharCode(...pairs.map((pair) => Number.parseInt(pair, 16)));
  return printable.test(text) && text ? `${text}\n\n${pairs.join(' ')}` : pairs.join(' ');
}
