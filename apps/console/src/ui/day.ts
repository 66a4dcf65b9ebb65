/** The day of a moment in the browser's time zone, as a date field holds it: `2026-03-01`. */
export function dayOf(time: number): string {
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The last millisecond of a day that a date field holds; null for none. */
export function endOfDay(day: string): number | null {
  const time = new Date(`${day}T23:59:59.999`).getTime();
  return Number.isNaN(time) ? null : time;
}
