/** A number for a `smallint` column: rounded, or null when it is missing or out of range. */
export function smallInteger(value: number | undefined): number | null {
  if (value === undefined) return null;
  const rounded = Math.round(value);
  return Math.abs(rounded) <= 32_767 ? rounded : null;
}

/** Below this a `real` loses digits, and PostgreSQL refuses what underflows to zero ("out of range for type real"). */
const smallestReal = 2 ** -126;

/** A number for a `real` column; 0 when it is too small for one, null when it is missing, too large or not a number. */
export function realNumber(value: number | undefined): number | null {
  if (value === undefined || !Number.isFinite(Math.fround(value))) return null;
  return Math.abs(value) < smallestReal ? 0 : value;
}

/** A number for an `integer` column: null when it is missing, not whole or out of range. */
export function wholeNumber(value: number | undefined): number | null {
  return value !== undefined && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : null;
}
