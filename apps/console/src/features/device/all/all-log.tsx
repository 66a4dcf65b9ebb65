import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { MapFilter } from '@varde/contract/map';
import { useTranslation } from 'react-i18next';
import { pagesQuery } from '#data/api/pages-query.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { TransactionTable } from '#domain/log/transaction-table.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import rowStyles from '#kit/table/rows.module.css';
import styles from '../map/device-page.module.css';
import { queryOf } from './map-choice.ts';
import { refreshMs } from './use-map-view.ts';

/** Specification 2, section 9 "Load more". */
const pageSize = 25;

/** What the devices of the map sent and were sent, newest first. */
export function AllLog({ choice }: { choice: MapFilter }) {
  const { t } = useTranslation();
  const query = { ...queryOf(choice), maxTransactionId: 0, transactionCount: pageSize };
  const log = useInfiniteQuery({
    ...pagesQuery('listAllTransactions', { query }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const rows = log.data?.pages.flatMap(({ transactions }) => transactions);
  const names = new Map(rows?.map(({ deviId, deviceName }) => [deviId, deviceName]));
  return (
    <section aria-label={t('allMap.log')}>
      <h2 className={styles.logTitle}>{t('allMap.log')}</h2>
      <div className={`${rowStyles.frame} ${styles.log}`} aria-busy={log.isPlaceholderData}>
        {rows === undefined && <LoadState error={log.error} onRetry={log.refetch} height={240} radius={0} />}
        {rows?.length === 0 && <p className={styles.empty}>{t('deviceLog.noneFound')}</p>}
        {rows !== undefined && rows.length > 0 && (
          <TransactionTable rows={rows} device={null} deviceNameOf={({ deviId }) => names.get(deviId) ?? ''} />
        )}
        {log.hasNextPage && (
          <div className={styles.more}>
            <SteadyButton
              variant="default"
              size="xs"
              loading={log.isFetchingNextPage}
              onClick={() => void log.fetchNextPage()}
            >
              {t('deviceLog.loadMore')}
            </SteadyButton>
          </div>
        )}
      </div>
    </section>
  );
}
