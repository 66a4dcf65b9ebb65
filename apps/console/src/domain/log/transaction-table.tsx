import type { LogColumn } from '@varde/catalogue/log-columns';
import type { Transaction } from '@varde/contract/transactions';
import { useTranslation } from 'react-i18next';
import { indicatorOf, type MapLink } from './map-link.ts';
import { foldOf, TransactionRow } from './transaction-row.tsx';
import styles from './transaction-table.module.css';

interface TransactionTableProps {
  /** Newest first. */
  rows: readonly Transaction[];
  columns: readonly LogColumn[];
  /** For the column with that name. */
  deviceNameOf?: (transaction: Transaction) => string;
  /** The map beside it; absent: there is none. */
  link?: MapLink | undefined;
}

/** Transactions of one device or of several; a row opens to all that is known of it. */
export function TransactionTable({ rows, columns, deviceNameOf, link }: TransactionTableProps) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-fold={foldOf(column)}>
              {t(`deviceLog.columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TransactionRow
            key={row.tranId}
            transaction={row}
            columns={columns}
            deviceName={deviceNameOf?.(row)}
            indicator={indicatorOf(row.tranId, link)}
            isDisplayed={link?.displayed === row.tranId}
            onPoint={link?.onPoint}
            onDisplay={link?.onDisplay}
          />
        ))}
      </tbody>
    </table>
  );
}
