import { closeBracket, openBracket } from './frame-header.ts';

const marker = 0x7d;
/** Protocol notes 2.1: the byte after 7D, counted from 01, encodes the byte at that place. */
const escaped = [marker, openBracket, closeBracket, 0x2c, 0x2a];

/** Escapes binary content for a frame. */
export function escapeBytes(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (const byte of bytes) {
    const place = escaped.indexOf(byte);
    if (place === -1) out.push(byte);
    else out.push(marker, place + 1);
  }
  return Uint8Array.from(out);
}

/** The binary content without its escapes, or null when an escape is not one of the five. */
export function unescapeBytes(bytes: Uint8Array): Uint8Array | null {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    let byte = bytes[at] ?? 0;
    if (byte === marker) {
      at++;
      const original = escaped[(bytes[at] ?? 0) - 1];
      if (original === undefined) return null;
      byte = original;
    }
    out[length++] = byte;
  }
  return out.slice(0, length);
}

/**
 * Text within a field. Unlike binary content it is seldom escaped by the watches: a WiFi name keeps its `}`, `[` and
 * `]` (encode vector watch-frame-003). So only characters that would change the meaning of the frame are escaped.
 */
export function escapeText(text: string): string {
  const escapeBrackets = !hasBalancedBrackets(text);
  return text.replace(/[},[\]]/g, (char) => {
    if (!escapeBrackets && (char === '[' || char === ']')) return char;
    return `}${String.fromCharCode(escaped.indexOf(char.charCodeAt(0)) + 1)}`;
  });
}

/** Text of a field; a `}` that begins no escape is literal. */
export function unescapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the protocol escapes with the control bytes 01 to 05
  return text.replace(/\}([\x01-\x05])/g, (_match, place: string) =>
    String.fromCharCode(escaped[place.charCodeAt(0) - 1] ?? marker),
  );
}

function hasBalancedBrackets(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '[') depth++;
    if (char === ']') depth--;
    if (depth < 0) return false;
  }
  return depth === 0;
}
