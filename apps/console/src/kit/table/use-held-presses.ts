import { type RefObject, useLayoutEffect, useRef } from 'react';
import { holdPresses } from '#kit/steady/press-guard.ts';

/** Ignores presses on rendered rows that replaced another row when `rows` changed. Scrolling replaces no row. */
export function useHeldPressesOfNewRows<Row>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  keyOf: (row: Row) => number,
): void {
  const last = useRef(rows);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = rows;
    if (before === rows || before.length === 0) return;
    for (const place of scroller.current?.querySelectorAll<HTMLElement>('[data-index]') ?? []) {
      const index = Number(place.dataset.index);
      const [row, former] = [rows[index], before[index]];
      if (row !== undefined && former !== undefined && keyOf(row) === keyOf(former)) continue;
      for (const drawn of place.querySelectorAll('[role="row"]')) holdPresses(drawn);
    }
  }, [rows, keyOf, scroller]);
}
