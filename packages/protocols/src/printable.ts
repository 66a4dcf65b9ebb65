import { enteredText } from '@varde/catalogue/entered-text';

/**
 * Text of a device as a database can hold it: PostgreSQL accepts neither NUL nor half a surrogate pair, and a name has
 * no control characters. Each becomes U+FFFD.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  return text.toWellFormed().replace(/[\x00-\x1f\x7f]/g, '\ufffd');
}

/** A name or the words of a device, as all text is stored. */
export const printableName = (text: string): string => printable(enteredText(text)).trim();
