/** The day of a time in the browser's time zone, as the value of a date field: `2026-03-01`. */
export function dayOf(time: number): string {
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The last millisecond of a date field's day; null for an empty one. */
export function endOfDay(day: string): number | null {
  const time = new Date(`${day}T23:59:59.999`).getTime();
  return Number.isNaN(time) ? null : time;
}
