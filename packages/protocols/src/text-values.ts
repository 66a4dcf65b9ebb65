/** A decimal number, or undefined. A comma is a decimal point, as a phone set to Norwegian may write it. */
export function numberFrom(text: string): number | undefined {
  return /^\s*[+-]?(\d{1,15}([.,]\d{0,20})?|[.,]\d{1,20})(e[+-]?\d{1,2})?\s*$/i.test(text)
    ? Number(text.replace(',', '.')) + 0
    : undefined;
}

export function booleanFrom(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : undefined;
}

/** The number that a member of JSON holds, as a number or as text. */
export function numberValue(value: unknown): number | undefined {
  if (typeof value === 'string') return numberFrom(value);
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
}

/** The same for yes and no. */
export function booleanValue(value: unknown): boolean | undefined {
  if (typeof value === 'string' || typeof value === 'number') return booleanFrom(String(value));
  return typeof value === 'boolean' ? value : undefined;
}
