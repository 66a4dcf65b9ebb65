import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useSteady } from '#kit/steady/press.ts';
import { useHeld } from '#kit/steady/use-held.ts';
import { type Column, tracksOf } from './columns.ts';
import styles from './resource-table.module.css';
import { TableRow } from './table-row.tsx';
import { useHeldOrder } from './use-held-order.ts';

const rowHeight = 40;
/** Rows below the last visible one at which the next page is fetched: at least a screenful ahead. */
const fetchAhead = 120;

/** Both functions must be stable between renders, so that rows do not render again. */
export interface Selection<Row> {
  keys: ReadonlySet<number>;
  select: (row: Row, selected: boolean) => void;
  label: (row: Row) => string;
}

interface ResourceTableProps<Row> {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  columns: readonly Column<Row>[];
  /** Content of an opened row, below the folded columns. */
  details: (row: Row) => ReactNode;
  expandLabel: (row: Row) => string;
  /** What the rows of a live list are of, such as its filter: while that is the same, a row that goes keeps its place under a pointer. */
  of?: string;
  /** Total number of rows; -1 when unknown. */
  total: number;
  onNearEnd: () => void;
  /** Row selection; absent: rows cannot be selected. */
  selection?: Selection<Row> | undefined;
  /** Below the last row: a loading or failed state. */
  footer?: ReactNode;
}

/** A list of any length: only visible rows are rendered, columns fold by width, and a row opens on click. */
export function ResourceTable<Row>(props: ResourceTableProps<Row>) {
  const { columns, rowKey, total, onNearEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  // By the pointer, since the focus may rest in a row for hours.
  const { held, handlers } = useHeld();
  const { rows, gone } = useSteady(useHeldOrder(props.rows, { keyOf: rowKey, hold: held, of: props.of }));
  const virtual = useVirtualRows(scroller, rows, rowKey);
  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastIndex >= rows.length - fetchAhead) onNearEnd();
  }, [lastIndex, rows.length, onNearEnd]);
  const toggle = (key: number) => setOpened((before) => toggled(before, key));

  return (
    <div className={styles.scroller} ref={scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are placed by script cannot be those of a <table> */}
      <div
        role="table"
        aria-label={props.label}
        aria-rowcount={total}
        className={styles.table}
        style={tracksOf(columns)}
      >
        <HeaderRow columns={columns} />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div
          role="rowgroup"
          className={styles.body}
          style={{ height: virtual.getTotalSize() }}
          onPointerEnter={handlers.onPointerEnter}
          onPointerLeave={handlers.onPointerLeave}
        >
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const key = rowKey(row);
            return (
              <div
                key={key}
                role="presentation"
                data-index={item.index}
                ref={virtual.measureElement}
                className={styles.place}
                data-gone={gone.has(row) || undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <TableRow
                  row={row}
                  index={item.index}
                  columns={columns}
                  open={opened.has(key)}
                  selected={props.selection?.keys.has(key)}
                  select={props.selection?.select}
                  selectLabel={props.selection?.label}
                  onToggle={toggle}
                  rowKey={rowKey}
                  details={props.details}
                  expandLabel={props.expandLabel}
                />
              </div>
            );
          })}
        </div>
      </div>
      {props.footer}
    </div>
  );
}

function useVirtualRows<Row>(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  rowKey: (row: Row) => number,
) {
  // Another function makes the virtualizer measure all rows again: scrolling alone must not.
  const getItemKey = useCallback((index: number) => keyAt(rows, index, rowKey), [rows, rowKey]);
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 3,
    getItemKey,
  });
}

function HeaderRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="rowgroup" className={styles.head}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="row" className={styles.headRow} aria-rowindex={1} tabIndex={-1}>
        {columns.map(({ key, header, foldBelow, align }) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <span
            key={key}
            role="columnheader"
            tabIndex={-1}
            className={styles.cell}
            data-fold={foldBelow}
            data-align={align}
          >
            {header}
          </span>
        ))}
      </div>
    </div>
  );
}

function keyAt<Row>(rows: readonly Row[], index: number, rowKey: (row: Row) => number): number {
  const row = rows[index];
  return row === undefined ? index : rowKey(row);
}

function toggled(before: ReadonlySet<number>, key: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(key)) after.add(key);
  return after;
}
