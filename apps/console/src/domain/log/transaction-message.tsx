import { IconArrowBarToRight, IconPolygon, IconServer2 } from '@tabler/icons-react';
import { alarmTypes } from '@varde/catalogue/alarms';
import type { LogRow } from '@varde/catalogue/log-rows';
import type { Transaction } from '@varde/contract/transactions';
import { useTranslation } from 'react-i18next';
import { statusOfAlarm } from '#domain/status/alarm-kind.ts';
import { messageText } from '#domain/status/message-text.ts';
import { colourStyle } from '#domain/status/status-cell.tsx';
import { commandName } from './command-name.ts';
import { technicalName } from './technical-name.ts';
import styles from './transaction-table.module.css';

interface TransactionMessageProps {
  transaction: Transaction;
  row: LogRow;
}

/** All contents of one message, most urgent first, with marks for what Varde wrote, what it sent, and geofences. */
export function TransactionMessage({ transaction, row }: TransactionMessageProps) {
  const { t } = useTranslation();
  const { metyId, direction, historical, isNew, technical, command } = transaction;
  const { shownType, serverEvent, isAdvGeofence } = row;
  const text = messageText({ ...transaction, metyId: shownType, subtypes: shownAs(transaction, shownType) }, t);
  const subject = command === null ? technical && technicalName(technical, t) : commandName(command, t);
  const alarm = transaction.alarmType && alarmTypes.some((type) => type.metyId === metyId);
  return (
    <span
      className={styles.message}
      data-alarm={alarm ? '' : undefined}
      style={alarm ? colourStyle(statusOfAlarm(metyId).colour) : undefined}
    >
      {serverEvent && <Mark icon={IconServer2} label={t('deviceLog.byServer')} />}
      {direction === 'O' && <Mark icon={IconArrowBarToRight} label={t('deviceLog.toDevice')} />}
      {isAdvGeofence && <Mark icon={IconPolygon} label={t('deviceLog.byGeofence')} />}
      <span>{subject === null ? text : `${text}: ${subject}`}</span>
      {historical && <span className={styles.dim}>{t('deviceLog.historical')}</span>}
      {isNew && <span className={styles.dim}>{t('deviceLog.new')}</span>}
    </span>
  );
}

/** Without the type in whose place another one is shown. */
const shownAs = ({ metyId, subtypes }: Transaction, shown: number): number[] =>
  subtypes.filter((type) => shown === metyId || type !== metyId);

function Mark({ icon: Icon, label }: { icon: typeof IconPolygon; label: string }) {
  return (
    <span role="img" aria-label={label} title={label} className={styles.mark}>
      <Icon size={16} aria-hidden />
    </span>
  );
}
