import { useQuery } from '@tanstack/react-query';
import { defaultGraphRange, type GraphRange } from '@varde/catalogue/graph-ranges';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { logFiltersOf } from '@varde/catalogue/log-filters';
import type { DeviceDetail } from '@varde/contract/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { useTransactions } from '#domain/device/use-transactions.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { timeZone } from '#ui/time-zone.ts';
import { BatteryGraph } from './battery-graph.tsx';
import styles from './device-page.module.css';
import { isChosen, type LogFields, logChoiceOf } from './log-choice.ts';
import { LogTools } from './log-tools.tsx';
import { TransactionRow } from './transaction-row.tsx';

interface TransactionLogProps {
  device: DeviceDetail;
  fields: LogFields;
  onFields: (fields: LogFields) => void;
}

/** Messages from and to a device, newest first, with what narrows them and its graph; new rows are added live. */
export function TransactionLog({ device, fields, onFields }: TransactionLogProps) {
  const { t } = useTranslation();
  const { deviId, deviceName, dehaId } = device;
  const [isOpen, setOpen] = useState(false);
  const [range, setRange] = useState<GraphRange>(defaultGraphRange);
  const log = useTransactions(deviId, { choice: logChoiceOf(fields) });
  const graph = useQuery({
    ...apiQuery('getBatteryAndSignal', { params: { deviId }, query: { range, timeZone: timeZone() } }),
    enabled: isOpen,
    refetchInterval: graphInterval,
  });
  const hardware = hardwareById(dehaId);
  return (
    <section className={styles.section} aria-label={t('deviceLog.logTitle', { name: deviceName })}>
      <LogTools
        filters={hardware ? logFiltersOf(hardware) : []}
        fields={fields}
        onChange={onFields}
        graph={{ isOpen, isLoading: isOpen && graph.isLoading, onToggle: () => setOpen(!isOpen) }}
      />
      {isOpen && <BatteryGraph device={device} range={range} onRange={setRange} query={graph} />}
      <div className={styles.log} aria-busy={log.isPlaceholderData}>
        <LogBody log={log} device={device} narrowed={isChosen(fields)} />
      </div>
    </section>
  );
}

/** Milliseconds: a device reports every few minutes. */
const graphInterval = 60_000;

interface LogBodyProps {
  log: ReturnType<typeof useTransactions>;
  device: DeviceDetail;
  narrowed: boolean;
}

function LogBody({ log, device, narrowed }: LogBodyProps) {
  const { t } = useTranslation();
  // Columns that do not apply to home units, and the one that applies to them alone (specification 2, section 9).
  const mobile = !device.climax;
  if (!log.data)
    return (
      <>
        {!log.error && <p role="status">{t('deviceLog.initialising')}</p>}
        <LoadState error={log.error} onRetry={log.refetch} height={240} radius={0} />
      </>
    );
  const rows = log.data.pages.flatMap((page) => page.transactions);
  if (rows.length === 0)
    return <p className={styles.empty}>{t(narrowed ? 'deviceLog.noneFound' : 'deviceLog.logEmpty')}</p>;
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
            {mobile ? (
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
            ) : (
              <th scope="col" data-fold="768">
                {t('deviceLog.columns.sensor')}
              </th>
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
