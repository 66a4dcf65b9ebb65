import { frameHeader, headerBytes, maxBodyBytes } from './frame.ts';

/** A longer body must begin with a known command, so that noise with a large length does not delay good frames. */
const shortBody = 256;
const longCommands = new Set([0x01, 0x02, 0x03, 0x04, 0x7e]);

/** The body length of a frame that may begin at `at`; null when none can, `more` when more bytes are needed. */
export function bodyLengthAt(bytes: Uint8Array, at: number, end: number): number | 'more' | null {
  if (bytes[at] !== frameHeader) return null;
  if (at + 4 > end) return 'more';
  const length = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
  if (length === 0 || length > maxBodyBytes) return null;
  if (length <= shortBody) return length;
  const body = at + headerBytes;
  if (body >= end) return 'more';
  return longCommands.has(bytes[body] ?? 0) ? length : null;
}

/** Checksum in the header of the frame at `at`. */
export function checksumAt(bytes: Uint8Array, at: number): number {
  return (bytes[at + 4] ?? 0) | ((bytes[at + 5] ?? 0) << 8);
}
