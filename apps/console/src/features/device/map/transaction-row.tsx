import { IconChevronRight } from '@tabler/icons-react';
import { alarmTypes } from '@varde/catalogue/alarms';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { logRowOf } from '@varde/catalogue/log-rows';
import { signalOf } from '@varde/catalogue/signal';
import { transactionSources } from '@varde/catalogue/transaction-sources';
import type { Transaction } from '@varde/contract/transactions';
import { type MouseEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlarmTimeline } from '#domain/alarms/late-timeline.ts';
import { formatPlace } from '#domain/device/place.ts';
import { statusOfAlarm } from '#domain/status/alarm-kind.ts';
import { messageText } from '#domain/status/message-text.ts';
import { colourStyle } from '#domain/status/status-cell.tsx';
import { useFormats } from '#kit/use-formats.ts';
import type { TimeFormats } from '#ui/time-format.ts';
import styles from './device-page.module.css';
import { NotificationEvents } from './notification-events.tsx';
import { technicalName } from './technical-name.ts';
import { TransactionDetail } from './transaction-detail.tsx';

interface TransactionRowProps {
  transaction: Transaction;
  /** Position, satellites, signal and battery are shown; else the sensor. */
  mobile: boolean;
}

function Row({ transaction, mobile }: TransactionRowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const source = transactionSources.find(({ id }) => id === transaction.tranSource);
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest('button') && (getSelection()?.isCollapsed ?? true)) setOpen(!open);
  };
  return (
    <>
      <tr className={styles.row} data-open={open ? '' : undefined} onClick={onClick}>
        <td>
          <span className={styles.message}>
            <button
              type="button"
              className={styles.expander}
              aria-expanded={open}
              aria-label={t('deviceLog.openRow', { id: transaction.tranId })}
              onClick={() => setOpen(!open)}
            >
              <IconChevronRight size={16} aria-hidden />
            </button>
            {transaction.tranId}
          </span>
        </td>
        <td title={formats.exact(transaction.recTs)}>{formats.row(transaction.recTs)}</td>
        <td>
          <Message transaction={transaction} />
        </td>
        <td data-fold="768">{source ? t(`catalogue.sources.${source.key}`) : t('common.unknown')}</td>
        {mobile ? (
          <Measurements transaction={transaction} />
        ) : (
          <td data-fold="768">{transaction.sensorName ?? <None />}</td>
        )}
      </tr>
      {open && (
        <tr>
          <td colSpan={mobile ? 8 : 5} className={styles.detailCell}>
            {isAlarm(transaction) && <AlarmTimeline tranId={transaction.tranId} />}
            {transaction.isNotifyEvent && (
              <NotificationEvents deviId={transaction.deviId} tranId={transaction.tranId} />
            )}
            <TransactionDetail deviId={transaction.deviId} tranId={transaction.tranId} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Memoised: live rows are added on top, and the others do not render again. */
export const TransactionRow = memo(Row);

/** A message that carried an alarm, whatever else it carried. */
const isAlarm = ({ metyId, subtypes }: Transaction): boolean =>
  [metyId, ...subtypes].some((type) => alarmTypes.some((alarm) => alarm.metyId === type));

/** All contents of one message, most urgent first. */
function Message({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const { metyId, historical, technical } = transaction;
  const { alarmType, shownType } = logRowOf(transaction, hardwareById(transaction.dehaId));
  const text = messageText({ ...transaction, metyId: shownType, subtypes: shownAs(transaction, shownType) }, t);
  const alarm = alarmType && alarmTypes.some((type) => type.metyId === metyId);
  return (
    <span
      className={styles.message}
      data-alarm={alarm ? '' : undefined}
      style={alarm ? colourStyle(statusOfAlarm(metyId).colour) : undefined}
    >
      {technical === null ? text : `${text}: ${technicalName(technical, t)}`}
      {historical && <span className={styles.dim}>{t('deviceLog.historical')}</span>}
    </span>
  );
}

/** Without the type in whose place another one is shown. */
const shownAs = ({ metyId, subtypes }: Transaction, shown: number): number[] =>
  subtypes.filter((type) => shown === metyId || type !== metyId);

function None() {
  const { t } = useTranslation();
  return <span className={styles.dim}>{t('common.none')}</span>;
}

function Measurements({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { gsmStrength, battery, direction, dehaId } = transaction;
  const hardware = hardwareById(dehaId);
  const { gpsQualityNumSat, gpsQualityHdop } = logRowOf(transaction, hardware);
  const signal = hardware && signalOf(gsmStrength, hardware.signalScale, { offline: false });
  const none = <None />;
  // Specification 2, section 9: only for incoming messages with a value above 0.
  const showsBattery = direction === 'I' && battery !== null && battery > 0;
  return (
    <>
      <td data-fold="768">{formatPlace(transaction, formats) ?? none}</td>
      <td data-fold="992">{qualityText(gpsQualityNumSat, gpsQualityHdop, formats) ?? none}</td>
      <td data-fold="992">{signal ? `${signal.bars}/5` : none}</td>
      <td data-fold="992">{showsBattery ? t('common.percent', { value: formats.number(battery) }) : none}</td>
    </>
  );
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
