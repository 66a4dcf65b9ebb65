/** A number for a `smallint` column: rounded, or null when it was not given or cannot be. */
export function smallInteger(value: number | undefined): number | null {
  if (value === undefined) return null;
  const rounded = Math.round(value);
  return Math.abs(rounded) <= 32_767 ? rounded : null;
}

/** A number for a `real` column, or null when it was not given or is not one. */
export function realNumber(value: number | undefined): number | null {
  return value !== undefined && Math.abs(value) < 1e30 ? value : null;
}
