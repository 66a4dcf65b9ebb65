import { IconChevronRight } from '@tabler/icons-react';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import type { Column } from './columns.ts';
import styles from './resource-table.module.css';

interface TableRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  open: boolean;
  onToggle: (key: number) => void;
  rowKey: (row: Row) => number;
  details: (row: Row) => ReactNode;
  expandLabel: (row: Row) => string;
  /** Undefined: rows cannot be selected. */
  selected: boolean | undefined;
  select: ((row: Row, selected: boolean) => void) | undefined;
  selectLabel: ((row: Row) => string) | undefined;
}

const interactive = 'a, button, input, select, label';

function Row<R>(props: TableRowProps<R>) {
  const { row, index, columns, open, onToggle, rowKey, details, expandLabel, selected } = props;
  const key = rowKey(row);
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(interactive)) return;
    // A user who selects text to copy it does not want to open the row.
    if (getSelection()?.isCollapsed ?? true) onToggle(key);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: see resource-table.tsx */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button in the row */}
      <div
        role="row"
        tabIndex={-1}
        className={styles.row}
        aria-rowindex={index + 2}
        data-open={open ? '' : undefined}
        onClick={onClick}
      >
        {columns.map(({ key: column, cell, foldBelow, narrowArea, align }, position) => (
          // biome-ignore lint/a11y/useSemanticElements: see resource-table.tsx
          <span
            key={column}
            role="cell"
            className={styles.cell}
            data-fold={foldBelow}
            data-narrow={narrowArea?.[0]}
            style={narrowArea ? ({ '--area': narrowArea } as CSSProperties) : undefined}
            data-align={align}
          >
            {position === 0 && (
              <button
                type="button"
                className={styles.expander}
                aria-expanded={open}
                aria-label={expandLabel(row)}
                onClick={() => onToggle(key)}
              >
                <IconChevronRight size={16} aria-hidden />
              </button>
            )}
            {position === 0 && selected !== undefined && (
              <input
                type="checkbox"
                className={styles.checkbox}
                aria-label={props.selectLabel?.(row)}
                checked={selected}
                onChange={(event) => props.select?.(row, event.currentTarget.checked)}
              />
            )}
            <span className={styles.content}>{cell(row)}</span>
          </span>
        ))}
      </div>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: see resource-table.tsx
        <div role="row" tabIndex={-1} className={styles.details}>
          {/* biome-ignore lint/a11y/useSemanticElements: see resource-table.tsx */}
          <div role="cell" aria-colspan={columns.length}>
            <dl className={styles.folded}>
              {columns.map(
                ({ key: column, header, cell, foldBelow }) =>
                  foldBelow && (
                    <div key={column} data-folded={foldBelow}>
                      <dt>{header}</dt>
                      <dd>{cell(row)}</dd>
                    </div>
                  ),
              )}
            </dl>
            {details(row)}
          </div>
        </div>
      )}
    </>
  );
}

/** Memoised: renders only when its own data, its place or the columns change. */
export const TableRow = memo(Row) as typeof Row;
