import type { CSSProperties, ReactNode } from 'react';

/** Screen widths below which a column folds (specification 1, section 2). */
type FoldBelow = 1200 | 992 | 768;

export interface Column<Row> {
  key: string;
  header: string;
  /** The grid track: `120px`, `minmax(160px, 2fr)`. */
  width: string;
  /** Another track on screens narrower than 768 px. */
  narrowWidth?: string;
  /** Absent: never folds. */
  foldBelow?: FoldBelow;
  /** Its place in a row of two lines on screens narrower than 768 px, as a grid area, whether it folds or not. */
  narrowArea?: string;
  align?: 'end';
  cell: (row: Row) => ReactNode;
}

const widths = [1200, 992, 768] as const;

/** Grid tracks for each width, as CSS variables: the browser folds columns without a render. */
export function tracksOf<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const tracks = (kept: readonly Column<Row>[], narrow = false) =>
    kept.map(({ width, narrowWidth }) => (narrow && narrowWidth) || width).join(' ');
  const variables = widths.map((width) => [
    `--tracks-${width}`,
    tracks(
      columns.filter(({ foldBelow = 0 }) => foldBelow < width),
      width === 768,
    ),
  ]);
  return { '--tracks': tracks(columns), ...Object.fromEntries(variables) } as CSSProperties;
}
