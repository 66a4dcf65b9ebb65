import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { defaultGraphRange, type GraphRange } from '@varde/catalogue/graph-ranges';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { logFiltersOf } from '@varde/catalogue/log-filters';
import type { DeviceDetail } from '@varde/contract/devices';
import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { useTransactions } from '#domain/device/use-transactions.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import type { MapLink } from '#domain/log/map-link.ts';
import { TransactionTable } from '#domain/log/transaction-table.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useHeld } from '#kit/steady/use-held.ts';
import { useKeptFocus } from '#kit/steady/use-kept-focus.ts';
import rowStyles from '#kit/table/rows.module.css';
import { useFormats } from '#kit/use-formats.ts';
import { useIsScrolledPast } from '#kit/use-is-scrolled-past.ts';
import { timeZone } from '#ui/time-zone.ts';
import { BatteryGraph } from './battery-graph.tsx';
import styles from './device-page.module.css';
import { isChosen, type LogFields, logChoiceOf } from './log-choice.ts';
import { LogTools } from './log-tools.tsx';
import { useWaitingRows } from './use-waiting-rows.ts';

interface TransactionLogProps {
  device: DeviceDetail;
  fields: LogFields;
  onFields: Dispatch<SetStateAction<LogFields>>;
  link: MapLink;
}

/** Messages from and to a device, newest first, with what narrows them and its graph; new rows are added live. */
export function TransactionLog({ device, fields, onFields, link }: TransactionLogProps) {
  const { t } = useTranslation();
  const { deviId, deviceName, dehaId } = device;
  const [isOpen, setOpen] = useState(false);
  const [range, setRange] = useState<GraphRange>(defaultGraphRange);
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
      <LogRows device={device} fields={fields} link={link} />
    </section>
  );
}

/** Milliseconds: a device reports every few minutes. */
const graphInterval = 60_000;

function LogRows({ device, fields, link }: Pick<TransactionLogProps, 'device' | 'fields' | 'link'>) {
  const { t } = useTranslation();
  const log = useTransactions(device.deviId, { choice: logChoiceOf(fields) });
  const box = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLSpanElement>(null);
  const { held, handlers } = useHeld();
  const isScrolledPast = useIsScrolledPast(top);
  const rows = log.data?.pages.flatMap((page) => page.transactions) ?? [];
  const { shown, waiting, showAll } = useWaitingRows(rows, held || isScrolledPast);
  const notice = useRef<HTMLDivElement>(null);
  useKeptFocus(notice);
  const onShowAll = () => {
    showAll();
    box.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={styles.section} {...handlers}>
      {/* Its button has the pointer while it is pressed, but is not what is read. */}
      <div
        ref={notice}
        tabIndex={-1}
        className={styles.waiting}
        role="status"
        onFocus={(event) => event.stopPropagation()}
      >
        {waiting > 0 && (
          <Button radius="xl" size="xs" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={onShowAll}>
            {t('deviceLog.newRows', { count: waiting })}
          </Button>
        )}
      </div>
      <div ref={box} className={`${rowStyles.frame} ${styles.log}`} aria-busy={log.isPlaceholderData}>
        <span ref={top} />
        {!log.data && (
          <>
            {!log.error && <p role="status">{t('deviceLog.initialising')}</p>}
            <LoadState error={log.error} onRetry={log.refetch} height={240} radius={0} />
          </>
        )}
        {log.data && rows.length === 0 && !log.hasNextPage && (
          <p className={styles.empty}>{t(isChosen(fields) ? 'deviceLog.noneFound' : 'deviceLog.logEmpty')}</p>
        )}
        {rows.length > 0 && <TransactionTable rows={shown} device={{ gx8: device.climax }} link={link} />}
        {log.hasNextPage && <More log={log} />}
      </div>
    </div>
  );
}

/** What is older; where a search has not come to the end of the log, how far back it has come. */
function More({ log }: { log: ReturnType<typeof useTransactions> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const searchedTo = log.data?.pages.at(-1)?.searchedTo;
  return (
    <div className={styles.more}>
      {searchedTo !== undefined && (
        <span role="status">{t('deviceLog.searchedTo', { time: formats.dayAndClock(searchedTo) })}</span>
      )}
      <SteadyButton
        variant="default"
        size="xs"
        loading={log.isFetchingNextPage}
        onClick={() => void log.fetchNextPage()}
      >
        {t(searchedTo === undefined ? 'deviceLog.loadMore' : 'deviceLog.searchOn')}
      </SteadyButton>
    </div>
  );
}
