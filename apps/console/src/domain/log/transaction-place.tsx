import { IconFocusCentered } from '@tabler/icons-react';
import type { Transaction } from '@varde/contract/transactions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RowPlace } from '#domain/device/row-place.tsx';
import styles from './transaction-table.module.css';

interface TransactionPlaceProps {
  transaction: Transaction;
  /** How far off its poor position may be is shown on the map. */
  isDisplayed: boolean;
  /** Absent: it has no marker on a map. */
  onDisplay?: ((tranId: number | null) => void) | undefined;
  none: ReactNode;
}

/** The place of a transaction. A poor one is shown on the map with its uncertainty on request. */
export function TransactionPlace({ transaction, isDisplayed, onDisplay, none }: TransactionPlaceProps) {
  const { t } = useTranslation();
  const place = <RowPlace row={transaction} none={none} />;
  if (!transaction.hasPoorPosition || onDisplay === undefined) return place;
  const label = t('deviceLog.showUncertainty');
  return (
    <span className={styles.message}>
      {place}
      <button
        type="button"
        className={styles.expander}
        aria-pressed={isDisplayed}
        aria-label={label}
        title={label}
        onClick={() => onDisplay(isDisplayed ? null : transaction.tranId)}
      >
        <IconFocusCentered size={16} aria-hidden />
      </button>
    </span>
  );
}
