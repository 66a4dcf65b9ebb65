/** The parts of a frame, as offsets from its `[`. Protocol notes 2.1. */
export interface FrameHeader {
  /** Length of `[MM*id*`, which is the same in every frame of one watch. */
  prefixLength: number;
  hasIndex: boolean;
  contentOffset: number;
  /** The announced length of the content. Wrong in many real frames. */
  announcedLength: number;
}

export const openBracket = 0x5b;
export const closeBracket = 0x5d;
const star = 0x2a;
const maxIdLength = 20;
const hexLength = 4;
/** `[MM*`, the longest id, an index and a length. */
export const longestHeader = 4 + maxIdLength + 1 + 2 * (hexLength + 1);

/**
 * Reads `[MM*id*LEN*` or `[MM*id*index*LEN*` at `start`. `incomplete` means that more bytes could still make it a
 * header; any other answer is final.
 */
export function readFrameHeader(bytes: Uint8Array, start: number, end: number): FrameHeader | 'incomplete' | 'invalid' {
  for (let at = start + 1; at <= start + 2; at++) {
    if (at >= end) return 'incomplete';
    if (!isAlphanumeric(bytes[at])) return 'invalid';
  }
  if (start + 3 >= end) return 'incomplete';
  if (bytes[start + 3] !== star) return 'invalid';

  const idEnd = runEnd(bytes, start + 4, Math.min(end, start + 4 + maxIdLength), isAlphanumeric);
  if (idEnd >= end) return 'incomplete';
  if (idEnd === start + 4 || bytes[idEnd] !== star) return 'invalid';

  const first = readHexField(bytes, idEnd + 1, end);
  if (typeof first === 'string') return first;
  const header = {
    prefixLength: idEnd + 1 - start,
    hasIndex: false,
    contentOffset: first.next - start,
    announcedLength: first.value,
  };
  if (first.digits !== hexLength) return header;

  const second = readHexField(bytes, first.next, end);
  if (second === 'incomplete') return second;
  if (second === 'invalid' || second.digits !== hexLength) return header;
  return {
    ...header,
    hasIndex: true,
    contentOffset: second.next - start,
    announcedLength: second.value,
  };
}

interface HexField {
  value: number;
  digits: number;
  next: number;
}

function readHexField(bytes: Uint8Array, from: number, end: number): HexField | 'incomplete' | 'invalid' {
  const digitsEnd = runEnd(bytes, from, Math.min(end, from + hexLength), isHexDigit);
  if (digitsEnd >= end) return 'incomplete';
  if (digitsEnd === from || bytes[digitsEnd] !== star) return 'invalid';
  let value = 0;
  for (let at = from; at < digitsEnd; at++) value = value * 16 + hexValue(bytes[at] ?? 0);
  return { value, digits: digitsEnd - from, next: digitsEnd + 1 };
}

function runEnd(bytes: Uint8Array, from: number, limit: number, holds: (byte: number) => boolean): number {
  let at = from;
  while (at < limit && holds(bytes[at] ?? 0)) at++;
  return at;
}

function isAlphanumeric(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function hexValue(digit: number): number {
  return isDigit(digit) ? digit - 0x30 : (digit & 0x0f) + 9;
}
