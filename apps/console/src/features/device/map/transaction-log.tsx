import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { useTransactions } from '#domain/device/use-transactions.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import styles from './device-page.module.css';
import { TransactionRow } from './transaction-row.tsx';

/** Messages from and to a device, newest first; new rows are added live. */
export function TransactionLog({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const log = useTransactions(device.deviId);
  return (
    <section aria-label={t('deviceLog.logTitle', { name: device.deviceName })}>
      <h2 className={styles.logTitle}>{t('deviceLog.logTitle', { name: device.deviceName })}</h2>
      <div className={styles.log}>
        <LogBody log={log} device={device} />
      </div>
    </section>
  );
}

function LogBody({ log, device }: { log: ReturnType<typeof useTransactions>; device: DeviceDetail }) {
  const { t } = useTranslation();
  // Columns that do not apply to home units (specification 2, section 9 "Table columns").
  const mobile = !device.climax;
  if (!log.data) return <LoadState error={log.error} onRetry={log.refetch} height={240} radius={0} />;
  const rows = log.data.pages.flatMap((page) => page.transactions);
  if (rows.length === 0) return <p className={styles.empty}>{t('deviceLog.logEmpty')}</p>;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('deviceLog.columns.id')}</th>
            <th scope="col">{t('deviceLog.columns.time')}</th>
            <th scope="col">{t('deviceLog.columns.message')}</th>
            <th scope="col" data-fold="768">
              {t('deviceLog.columns.source')}
            </th>
            {mobile && (
              <>
                <th scope="col" data-fold="768">
                  {t('deviceLog.columns.position')}
                </th>
                <th scope="col" data-fold="992">
                  {t('deviceLog.columns.sat')}
                </th>
                <th scope="col" data-fold="992">
                  {t('deviceLog.columns.gsm')}
                </th>
                <th scope="col" data-fold="992">
                  {t('deviceLog.columns.battery')}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TransactionRow key={row.tranId} transaction={row} mobile={mobile} />
          ))}
        </tbody>
      </table>
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
    </>
  );
}
