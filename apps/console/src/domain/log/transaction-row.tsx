import { IconChevronRight } from '@tabler/icons-react';
import { alarmTypes } from '@varde/catalogue/alarms';
import { hardwareById } from '@varde/catalogue/hardware/index';
import type { LogColumn } from '@varde/catalogue/log-columns';
import { logRowOf } from '@varde/catalogue/log-rows';
import { signalOf } from '@varde/catalogue/signal';
import { transactionSources } from '@varde/catalogue/transaction-sources';
import type { Transaction } from '@varde/contract/transactions';
import { type FocusEvent, type MouseEvent, memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmTimeline } from '#domain/alarms/late-timeline.ts';
import { useFormats } from '#kit/use-formats.ts';
import type { TimeFormats } from '#ui/time-format.ts';
import type { IndicatorStatus, MapLink } from './map-link.ts';
import { NotificationEvents } from './notification-events.tsx';
import { TransactionDetail } from './transaction-detail.tsx';
import { TransactionMessage } from './transaction-message.tsx';
import { TransactionPlace } from './transaction-place.tsx';
import styles from './transaction-table.module.css';

interface TransactionRowProps {
  transaction: Transaction;
  columns: readonly LogColumn[];
  /** For the column with that name. */
  deviceName?: string | undefined;
  indicator: IndicatorStatus;
  isDisplayed: boolean;
  onPoint?: MapLink['onPoint'] | undefined;
  onDisplay?: MapLink['onDisplay'] | undefined;
}

/** Columns that are left out where the table is narrow; the opened row has them then. */
const folds: Partial<Record<LogColumn, 'narrow' | 'middle'>> = {
  ...{ source: 'narrow', sensor: 'narrow', position: 'narrow' },
  ...{ sat: 'middle', gsm: 'middle', battery: 'middle' },
};
export const foldOf = (column: LogColumn) => folds[column];

function Row({ transaction, columns, deviceName, indicator, isDisplayed, ...link }: TransactionRowProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { tranId, deviId } = transaction;
  const contents = useContents(transaction);
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest('button') && (getSelection()?.isCollapsed ?? true)) setOpen(!open);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) link.onPoint?.(null);
  };
  const contentOf = (column: LogColumn): ReactNode => {
    if (column === 'deviceName') return deviceName ?? <None />;
    if (column !== 'position') return contents[column];
    const onDisplay = indicator === 'NONE' ? undefined : link.onDisplay;
    return <TransactionPlace {...{ transaction, isDisplayed, onDisplay }} none={<None />} />;
  };
  const folded = columns.filter((column) => folds[column] !== undefined);
  return (
    <>
      <tr
        id={rowId(tranId)}
        className={styles.row}
        data-open={open ? '' : undefined}
        data-indicator={indicator}
        onClick={onClick}
        onPointerEnter={() => link.onPoint?.(tranId)}
        onPointerLeave={() => link.onPoint?.(null)}
        onFocus={() => link.onPoint?.(tranId)}
        onBlur={onBlur}
      >
        {columns.map((column) =>
          column === 'id' ? (
            <td key={column}>
              <span className={styles.message}>
                <button
                  type="button"
                  className={styles.expander}
                  aria-expanded={open}
                  aria-label={t('deviceLog.openRow', { id: tranId })}
                  onClick={() => setOpen(!open)}
                >
                  <IconChevronRight size={16} aria-hidden />
                </button>
                {tranId}
              </span>
            </td>
          ) : (
            <td key={column} data-fold={folds[column]}>
              {contentOf(column)}
            </td>
          ),
        )}
      </tr>
      {open && (
        <tr>
          <td colSpan={columns.length} className={styles.detailCell}>
            <dl className={styles.facts}>
              {folded.map((column) => (
                <div key={column} data-folded={folds[column]}>
                  <dt>{t(`deviceLog.columns.${column}`)}</dt>
                  <dd>{contentOf(column)}</dd>
                </div>
              ))}
            </dl>
            {isAlarm(transaction) && <AlarmTimeline tranId={tranId} />}
            {transaction.isNotifyEvent && <NotificationEvents deviId={deviId} tranId={tranId} />}
            <TransactionDetail deviId={deviId} tranId={tranId} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Memoised: live rows are added on top, and the others do not render again. */
export const TransactionRow = memo(Row);

/** The element of a row, to which a marker of the map leads. */
export const rowId = (tranId: number): string => `transaction-${tranId}`;

/** A message that carried an alarm, whatever else it carried. */
const isAlarm = ({ metyId, subtypes }: Transaction): boolean =>
  [metyId, ...subtypes].some((type) => alarmTypes.some((alarm) => alarm.metyId === type));

function None() {
  const { t } = useTranslation();
  return <span className={styles.dim}>{t('common.none')}</span>;
}

function useContents(transaction: Transaction): Record<Exclude<LogColumn, 'deviceName' | 'position'>, ReactNode> {
  const { t } = useTranslation();
  const formats = useFormats();
  const { recTs, tranId, tranSource, sensorName, gsmStrength, battery, direction, dehaId } = transaction;
  const hardware = hardwareById(dehaId);
  const row = logRowOf(transaction, hardware);
  const source = transactionSources.find(({ id }) => id === tranSource);
  const signal = hardware && signalOf(gsmStrength, hardware.signalScale, { offline: false });
  const none = <None />;
  // Specification 2, section 9: only for incoming messages with a value above 0.
  const showsBattery = direction === 'I' && battery !== null && battery > 0;
  return {
    id: tranId,
    time: <span title={formats.exact(recTs)}>{formats.row(recTs)}</span>,
    message: <TransactionMessage transaction={transaction} row={row} />,
    source: source ? t(`catalogue.sources.${source.key}`) : t('common.unknown'),
    sensor: sensorName ?? none,
    sat: qualityText(row.gpsQualityNumSat, row.gpsQualityHdop, formats) ?? none,
    gsm: signal ? `${signal.bars}/5` : none,
    battery: showsBattery ? t('common.percent', { value: formats.number(battery) }) : none,
  };
}

/** `9`, `9 (1.2)` with HDOP, or `OK`. */
function qualityText(
  satellites: number | 'OK' | null,
  hdop: number | 'OK' | null,
  formats: TimeFormats,
): string | null {
  if (satellites === null) return null;
  return typeof hdop === 'number' ? `${satellites} (${formats.number(hdop, 1)})` : String(satellites);
}
