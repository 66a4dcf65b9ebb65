import { correctionOf } from './reed-solomon.ts';

export interface QrVersion {
  version: number;
  /** Codewords of error correction in each block. */
  correction: number;
  /** Codewords of data in each block. */
  blocks: readonly number[];
  /** Centres of the alignment patterns, in both directions. */
  alignment: readonly number[];
}

/** Versions 1 to 10 at error correction level L (ISO/IEC 18004, tables 9 and E.1). */
const versions: readonly QrVersion[] = [
  { correction: 7, blocks: [19], alignment: [] },
  { correction: 10, blocks: [34], alignment: [6, 18] },
  { correction: 15, blocks: [55], alignment: [6, 22] },
  { correction: 20, blocks: [80], alignment: [6, 26] },
  { correction: 26, blocks: [108], alignment: [6, 30] },
  { correction: 18, blocks: [68, 68], alignment: [6, 34] },
  { correction: 20, blocks: [78, 78], alignment: [6, 22, 38] },
  { correction: 24, blocks: [97, 97], alignment: [6, 24, 42] },
  { correction: 30, blocks: [116, 116], alignment: [6, 26, 46] },
  { correction: 18, blocks: [68, 68, 69, 69], alignment: [6, 28, 50] },
].map((each, at) => ({ version: at + 1, ...each }));

const byteMode = 0b0100;
const padding = [0b11101100, 0b00010001];

/** The smallest version that holds a text, and its codewords in the order in which they are drawn; null: too long. */
export function codewordsOf(text: string): { version: QrVersion; codewords: number[] } | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = versions.find((each) => bytes.length <= capacityOf(each));
  if (version === undefined) return null;
  const data = dataOf(bytes, version);
  let from = 0;
  const blocks = version.blocks.map((length) => {
    from += length;
    return data.slice(from - length, from);
  });
  const corrections = blocks.map((block) => correctionOf(block, version.correction));
  return { version, codewords: [...interleaved(blocks), ...interleaved(corrections)] };
}

const sizeOf = ({ blocks }: QrVersion): number => blocks.reduce((sum, length) => sum + length, 0);
const lengthBits = ({ version }: QrVersion): number => (version < 10 ? 8 : 16);
const capacityOf = (version: QrVersion): number =>
  Math.floor((sizeOf(version) * 8 - 4 - lengthBits(version)) / 8);

/** Mode, length, the bytes, an end, and padding to the full size. */
function dataOf(bytes: readonly number[], version: QrVersion): number[] {
  const size = sizeOf(version);
  const bits = [
    bitsOf(byteMode, 4),
    bitsOf(bytes.length, lengthBits(version)),
    ...bytes.map((byte) => bitsOf(byte, 8)),
    '0000',
  ].join('');
  const filled = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const words = (filled.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 2)).slice(0, size);
  const missing = Array.from({ length: size - words.length }, (_, at) => padding[at % 2] ?? 0);
  return [...words, ...missing];
}

const bitsOf = (value: number, length: number): string => value.toString(2).padStart(length, '0');

/** The first of each block, then the second of each, and so on. */
function interleaved(blocks: readonly number[][]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
    blocks.flatMap((block) => block[at] ?? []),
  );
}
