import { useRef } from 'react';

/**
 * Rows in the order of `rows`, except while `hold` is true: then rows keep their places, so that nothing moves under
 * the pointer. The content of rows is always current; removed rows disappear, new ones come last.
 */
export function useHeldOrder<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  hold: boolean,
): readonly Row[] {
  const last = useRef({ rows, hold, shown: rows });
  // Scrolling renders the table many times a second with the same rows.
  if (rows !== last.current.rows || hold !== last.current.hold) {
    const shown = hold ? inOrderOf(last.current.shown, rows, keyOf) : rows;
    last.current = { rows, hold, shown };
  }
  return last.current.shown;
}

/** `rows` in the order of `before`, followed by those that are not in `before`. */
export function inOrderOf<Row>(
  before: readonly Row[],
  rows: readonly Row[],
  keyOf: (row: Row) => number,
): readonly Row[] {
  const place = new Map(before.map((row, index) => [keyOf(row), index]));
  const last = before.length;
  return [...rows].sort((a, b) => (place.get(keyOf(a)) ?? last) - (place.get(keyOf(b)) ?? last));
}
