import { closeBracket, openBracket, readFrameHeader } from './frame-header.ts';

/** The sender or recipient of a frame. */
export interface WatchAddress {
  /** Two letters that name the maker. Answers carry the letters that the watch sent. */
  manufacturer: string;
  /** 10 digits, a part of the IMEI, in most models; 15 in others. Registered exactly so. */
  id: string;
  /** Four hexadecimal digits in the variants that number their frames; null in the others. */
  index: string | null;
}

/** A message word and the text after its comma, still escaped; null when there is no comma. */
export interface WatchContent {
  word: string;
  body: Uint8Array | null;
}

export interface WatchFrame extends WatchAddress {
  content: WatchContent;
}

const comma = 0x2c;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Takes a whole frame apart, or returns why it is malformed. Never throws. */
export function parseWatchFrame(bytes: Uint8Array): WatchFrame | { malformed: string } {
  if (bytes[0] !== openBracket || bytes.at(-1) !== closeBracket) return { malformed: 'notAFrame' };
  const header = readFrameHeader(bytes, 0, bytes.length);
  if (typeof header === 'string') return { malformed: 'badHeader' };

  const content = bytes.subarray(header.contentOffset, bytes.length - 1);
  const commaAt = content.indexOf(comma);
  const word = textOf(commaAt === -1 ? content : content.subarray(0, commaAt));
  if (!/^[A-Za-z][A-Za-z0-9_]{0,31}$/.test(word)) return { malformed: 'badWord' };

  const indexStart = header.prefixLength;
  return {
    manufacturer: textOf(bytes.subarray(1, 3)),
    id: textOf(bytes.subarray(4, header.prefixLength - 1)),
    index: header.hasIndex ? textOf(bytes.subarray(indexStart, indexStart + 4)) : null,
    content: { word, body: commaAt === -1 ? null : content.subarray(commaAt + 1) },
  };
}

/** What stands for the word of a frame that holds none, as far as its header can be read. */
export function wordOf(bytes: Uint8Array): string {
  const header = readFrameHeader(bytes, 0, bytes.length);
  const content = typeof header === 'string' ? bytes : bytes.subarray(header.contentOffset);
  return /^[^,\]]*/.exec(textOf(content))?.[0] ?? '';
}

/**
 * Puts a frame together. The length counts the bytes of the frame, escapes included (encode vector watch-enc-004).
 * Throws a RangeError when the length of the content exceeds four hexadecimal digits.
 */
export function encodeWatchFrame(address: WatchAddress, content: WatchContent): Uint8Array {
  const length = content.word.length + (content.body === null ? 0 : 1 + content.body.length);
  if (length > 0xffff) throw new RangeError('watch content is longer than 65535 bytes');
  const index = address.index === null ? '' : `${address.index}*`;
  const hexLength = length.toString(16).padStart(4, '0');
  const head = bytesOf(`[${address.manufacturer}*${address.id}*${index}${hexLength}*${content.word}`);

  const frame = new Uint8Array(head.length - content.word.length + length + 1);
  frame.set(head);
  if (content.body !== null) {
    frame[head.length] = comma;
    frame.set(content.body, head.length + 1);
  }
  frame[frame.length - 1] = closeBracket;
  return frame;
}

/** Content whose fields are plain text. */
export function textContent(word: string, ...fields: readonly string[]): WatchContent {
  return { word, body: fields.length === 0 ? null : bytesOf(fields.join(',')) };
}

export function textOf(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}
