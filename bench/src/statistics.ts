/** The nearest-rank percentile: the smallest value that at least this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('no values');
  return value;
}

/** p50, p95 and p99 of times in milliseconds, as cells of a table. */
export function percentileCells(times: readonly number[]): string[] {
  return [0.5, 0.95, 0.99].map((share) => `${percentile(times, share).toFixed(1)} ms`);
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
