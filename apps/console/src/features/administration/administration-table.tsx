import type { ReactNode } from 'react';
import styling from '#kit/table/rows.module.css';
import styles from './administration-page.module.css';

interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  isNumber?: true;
}

interface AdministrationTableProps<Row> {
  label: string;
  /** The first one names the row: on a phone it is the heading of its block. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** A table of a page for administrators: in a region that scrolls, and in blocks on a phone. */
export function AdministrationTable<Row>({ label, columns, rows, keyOf }: AdministrationTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable with the keyboard
    <section className={styling.frame} tabIndex={0} aria-label={label}>
      <table className={`${styling.table} ${styles.blocks}`}>
        <thead>
          <tr>
            {columns.map(({ key, label: heading, isNumber }) => (
              <th key={key} scope="col" className={isNumber && styling.number}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, label: heading, cell, isNumber }, index) =>
                index === 0 ? (
                  <td key={key} className={styles.identity}>
                    {cell(row)}
                  </td>
                ) : (
                  <td key={key} className={isNumber && styling.number} data-label={heading}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
