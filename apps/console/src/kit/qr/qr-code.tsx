import { useMemo } from 'react';
import { qrMatrix } from './qr-matrix.ts';

/** Light modules around a code, so that cameras find its edge. */
const quiet = 4;

/** A text as a QR code, dark on white in every theme; nothing where the text is too long for one. */
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const drawing = useMemo(() => drawingOf(text), [text]);
  if (drawing === null) return null;
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${drawing.width} ${drawing.width}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" rx={1} fill="#fff" />
      <path d={drawing.path} fill="#000" />
    </svg>
  );
}

function drawingOf(text: string): { width: number; path: string } | null {
  const matrix = qrMatrix(text);
  if (matrix === null) return null;
  const path = matrix.flatMap((line, row) =>
    line.flatMap((dark, column) => (dark ? [`M${column + quiet} ${row + quiet}h1v1h-1z`] : [])),
  );
  return { width: matrix.length + 2 * quiet, path: path.join('') };
}
