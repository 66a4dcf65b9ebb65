import { CliError } from '../cli/cli-error.ts';

export interface CapturedFrame {
  /** Line number in the file, from 1. */
  line: number;
  bytes: Uint8Array;
}

/**
 * Frames of a capture: one a line, as hex digits (blanks and colons between them are ignored) or else as text;
 * `#` begins a comment line. Throws CliError for hex that ends in the middle of a byte, and for a capture without
 * frames.
 */
export function parseCapture(text: string, source: string): CapturedFrame[] {
  const frames = text.split(/\r?\n/).flatMap((raw, i): CapturedFrame[] => {
    const content = raw.trim();
    if (content === '' || content.startsWith('#')) return [];
    return [{ line: i + 1, bytes: frameBytes(content, `${source}:${i + 1}`) }];
  });
  if (frames.length === 0) throw new CliError(`${source}: holds no frame`);
  return frames;
}

function frameBytes(content: string, place: string): Uint8Array {
  if (!/^[0-9a-f][0-9a-f\s:]*$/i.test(content)) return Buffer.from(content, 'utf8');
  const digits = content.replace(/[\s:]/g, '');
  if (digits.length % 2 === 1) throw new CliError(`${place}: ${digits.length} hex digits are no whole bytes`);
  return Buffer.from(digits, 'hex');
}

/** In the notation of a capture: text where all of it is readable, hex otherwise. */
export function showBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  return bytes.every((byte) => byte >= 0x20 && byte < 0x7f) ? buffer.toString('latin1') : buffer.toString('hex');
}
