const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hex, two digits a byte, with an optional text between the bytes. */
export function toHex(bytes: Uint8Array, between = ''): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += (i > 0 ? between : '') + (digits[bytes[i] ?? 0] ?? '');
  return text;
}

/** The bytes of a hex text; other characters (colons, blanks) are skipped. */
export function fromHex(text: string): Uint8Array {
  const pairs = text.replace(/[^0-9a-fA-F]/g, '').match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}
