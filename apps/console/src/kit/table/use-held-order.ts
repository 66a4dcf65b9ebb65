import { useRef } from 'react';

interface HeldRows<Row> {
  rows: readonly Row[];
  /** The rows that are no longer in the list, and only keep their places. */
  gone: ReadonlySet<Row>;
}

interface HoldOptions<Row> {
  keyOf: (row: Row) => number;
  hold: boolean;
  /** What the rows are of; those of something else come in their own order. Absent: rows that go leave no place. */
  of: string | undefined;
}

/**
 * Rows in the order of `rows`, except while `hold` is true: then rows keep their places, so that nothing moves under
 * the pointer. Their content is always current; rows that go keep their place, and new ones come last.
 */
export function useHeldOrder<Row>(rows: readonly Row[], { keyOf, hold, of }: HoldOptions<Row>): HeldRows<Row> {
  const last = useRef({ rows, hold, of, shown: unheld(rows) });
  const { rows: before, hold: held, of: formerly, shown } = last.current;
  // Scrolling renders the table many times a second with the same rows.
  if (rows !== before || hold !== held || of !== formerly) {
    const isKept = hold && of === formerly;
    last.current = {
      ...{ rows, hold, of },
      shown: isKept ? inOrderOf(shown.rows, rows, keyOf, of !== undefined) : unheld(rows),
    };
  }
  return last.current.shown;
}

const unheld = <Row>(rows: readonly Row[]): HeldRows<Row> => ({ rows, gone: new Set() });

/** `rows` in the order of `before`, followed by those that are not in `before`. `keepGone`: with those that are only there. */
export function inOrderOf<Row>(
  before: readonly Row[],
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  keepGone: boolean,
): HeldRows<Row> {
  const present = new Map(rows.map((row) => [keyOf(row), row]));
  const known = new Set(before.map(keyOf));
  const gone = keepGone ? before.filter((row) => !present.has(keyOf(row))) : [];
  const kept = before.flatMap((row) => present.get(keyOf(row)) ?? (keepGone ? row : []));
  return { rows: [...kept, ...rows.filter((row) => !known.has(keyOf(row)))], gone: new Set(gone) };
}
