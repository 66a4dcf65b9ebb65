import { useMemo } from 'react';
import { encode } from 'uqr';

/** Quiet zone around a code, in modules, so that cameras find its edge (ISO/IEC 18004, 6.3.8). */
const quiet = 4;

/** A text as a QR code, dark on white in every theme. */
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const { data, size: width } = useMemo(() => encode(text, { ecc: 'M', border: quiet }), [text]);
  const path = data.flatMap((line, row) => line.flatMap((dark, column) => (dark ? [`M${column} ${row}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${width} ${width}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" rx={1} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  );
}
