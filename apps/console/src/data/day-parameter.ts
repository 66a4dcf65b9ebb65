import * as z from 'zod/mini';

/** A day, `2026-11-20`, within the range of times that the server accepts. Without `z.iso`, which the first load does not need. */
export const dayField = z.string().check(z.refine(isDay));

function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return time > 0 && new Date(time).toISOString().startsWith(text);
}
