import { escapeText, unescapeText } from '../escape.ts';
import { bytesOf, textOf } from '../frame.ts';

/** The fields of a text body. Split before un-escaping, because an escaped comma belongs to a field. */
export function fieldsOf(body: Uint8Array | null): string[] {
  return body === null ? [] : textOf(body).split(',').map(unescapeText);
}

export function joinFields(fields: readonly string[]): Uint8Array {
  return bytesOf(fields.map(escapeText).join(','));
}

/** The body as one text, including commas. */
export function wholeText(body: Uint8Array | null): string | null {
  return body === null ? null : unescapeText(textOf(body));
}

/** A decimal number, blanks around it allowed; undefined for anything else, an empty field included. Never -0. */
export function numberOf(field: string | undefined): number | undefined {
  const text = field?.trim();
  return text !== undefined && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) + 0 : undefined;
}

/** A whole number of at most nine digits, not negative. */
export function countOf(field: string | undefined): number | undefined {
  const text = field?.trim();
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) + 0 : undefined;
}

export function countText(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(0);
}

/** Always with a decimal point, and at most seven decimals. */
export function decimalText(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(7).replace(/(\.\d+?)0+$/, '$1');
}
