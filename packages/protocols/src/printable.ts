/**
 * Text of a device as a database can hold it: PostgreSQL takes neither NUL nor half a surrogate pair, and no
 * control character belongs into a name. Each becomes U+FFFD.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  return text.toWellFormed().replace(/[\x00-\x1f\x7f]/g, '\ufffd');
}
