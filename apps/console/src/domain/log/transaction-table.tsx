import { columnsOfLog } from '@varde/catalogue/log-columns';
import { mapType } from '@varde/catalogue/map-types';
import type { Transaction } from '@varde/contract/transactions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import rowStyles from '#kit/table/rows.module.css';
import { indicatorOf, type MapLink } from './map-link.ts';
import { foldOf, TransactionRow } from './transaction-row.tsx';
import styles from './transaction-table.module.css';

interface TransactionTableProps {
  /** Newest first. */
  rows: readonly Transaction[];
  /** The device that they are of; null: all devices. */
  device: { gx8: boolean } | null;
  /** For the column with that name. */
  deviceNameOf?: (transaction: Transaction) => string;
  /** The map beside it; absent: there is none. */
  link?: MapLink | undefined;
}

/** Transactions of one device or of several; a row opens to all that is known of it. */
export function TransactionTable({ rows, device, deviceNameOf, link }: TransactionTableProps) {
  const { t } = useTranslation();
  const gx8 = device?.gx8 ?? false;
  const type = device === null ? mapType.all : mapType.single;
  // The same list for the same device: rows with other columns render again.
  const columns = useMemo(() => columnsOfLog(type, { gx8 }), [type, gx8]);
  return (
    <table className={`${rowStyles.table} ${styles.log}`} data-map={type}>
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
