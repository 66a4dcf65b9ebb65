import type { Transaction } from '@varde/contract/transactions';
import type { ReactNode } from 'react';
import { useFormats } from '#kit/use-formats.ts';
import { formatCoordinates } from './place.ts';
import styles from './row-place.module.css';
import { type PlacedRow, useAddress } from './use-address.ts';

interface RowPlaceProps {
  row: PlacedRow & Pick<Transaction, 'place'>;
  /** Without a place. */
  none: ReactNode;
}

/** The place of a row of a table: its name and its address, a part in each line; until they are known its coordinates. */
export function RowPlace({ row, none }: RowPlaceProps) {
  const formats = useFormats();
  const address = useAddress(row);
  const coordinates = formatCoordinates(row, formats);
  const lines = [row.place, ...(address?.split(',') ?? [])].flatMap((line) => line?.trim() || []);
  if (lines.length === 0) return coordinates === null ? none : <span>{coordinates}</span>;
  return (
    <span className={styles.place} title={coordinates ?? undefined}>
      {lines.join('\n')}
    </span>
  );
}
