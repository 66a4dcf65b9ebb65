import { codewordsOf, type QrVersion } from './codewords.ts';
import { penaltyOf } from './penalty.ts';

/** Rows of a QR code, true: dark. */
export type QrMatrix = boolean[][];
/** Null: not drawn yet, and therefore a place for data. */
type Draft = (boolean | null)[][];

/** The masks in the order of their numbers (ISO/IEC 18004, table 10). */
const masks: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];
const levelL = 0b01;

/** The QR code of a text, in the mask that is easiest to read; null for a text of more than 271 bytes. */
export function qrMatrix(text: string): QrMatrix | null {
  const coded = codewordsOf(text);
  if (coded === null) return null;
  const { version, codewords } = coded;
  const drawn = masks.map((isDark, number) => {
    const draft = fixedParts(version);
    drawFormat(draft, number);
    return withData(draft, codewords, isDark);
  });
  return drawn.reduce((best, each) => (penaltyOf(each) < penaltyOf(best) ? each : best));
}

function fixedParts({ version, alignment }: QrVersion): Draft {
  const size = 17 + 4 * version;
  const draft: Draft = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  for (let at = 0; at < size; at++) {
    set(draft, 6, at, at % 2 === 0);
    set(draft, at, 6, at % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    drawRings(draft, row, column, 4, [2, 4]);
  const last = alignment.at(-1);
  for (const row of alignment)
    for (const column of alignment) {
      const atFinder =
        (row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6);
      if (!atFinder) drawRings(draft, row, column, 2, [1]);
    }
  set(draft, size - 8, 8, true);
  if (version >= 7) drawVersion(draft, version);
  return draft;
}

/** Squares around a centre; those at the distances `light` are light. */
function drawRings(draft: Draft, row: number, column: number, reach: number, light: readonly number[]): void {
  for (let down = -reach; down <= reach; down++)
    for (let right = -reach; right <= reach; right++)
      set(draft, row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
}

/** Level and mask, twice, with ten bits that correct errors in them. */
function drawFormat(draft: Draft, mask: number): void {
  const size = draft.length;
  const bits = withRemainder((levelL << 3) | mask, 10, 0x537) ^ 0x5412;
  for (let at = 0; at < 15; at++) {
    const dark = ((bits >> at) & 1) === 1;
    const [row, column] = at < 8 ? [at < 6 ? at : at + 1, 8] : [8, at === 8 ? 7 : 14 - at];
    set(draft, row ?? 0, column ?? 0, dark);
    if (at < 8) set(draft, 8, size - 1 - at, dark);
    else set(draft, size - 15 + at, 8, dark);
  }
}

function drawVersion(draft: Draft, version: number): void {
  const bits = withRemainder(version, 12, 0x1f25);
  for (let at = 0; at < 18; at++) {
    const dark = ((bits >> at) & 1) === 1;
    const [near, far] = [Math.floor(at / 3), draft.length - 11 + (at % 3)];
    set(draft, near, far, dark);
    set(draft, far, near, dark);
  }
}

/** A value followed by the remainder of its division, which has `length` bits. */
function withRemainder(value: number, length: number, divisor: number): number {
  let rest = value << length;
  while (Math.clz32(rest) <= Math.clz32(divisor)) rest ^= divisor << (Math.clz32(divisor) - Math.clz32(rest));
  return (value << length) | rest;
}

/** Fills pairs of columns from the right, up and down in turn, past the timing pattern. */
function withData(
  draft: Draft,
  codewords: readonly number[],
  isDark: (row: number, column: number) => boolean,
): QrMatrix {
  const size = draft.length;
  let bit = 0;
  for (let pair = 0; pair < (size - 1) / 2; pair++) {
    const right = size - 1 - 2 * pair;
    const column = right <= 6 ? right - 1 : right;
    for (let step = 0; step < size; step++) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const at of [column, column - 1]) {
        if (draft[row]?.[at] !== null) continue;
        const word = codewords[Math.floor(bit / 8)] ?? 0;
        set(draft, row, at, (((word >> (7 - (bit % 8))) & 1) === 1) !== isDark(row, at));
        bit++;
      }
    }
  }
  return draft.map((line) => line.map((dark) => dark === true));
}

function set(draft: Draft, row: number, column: number, dark: boolean): void {
  const line = draft[row];
  if (line !== undefined && column >= 0 && column < line.length) line[column] = dark;
}
