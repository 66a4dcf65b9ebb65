/**
 * How long a browser may keep an answer of a service that is passed on: never longer than the service allows, and no cache
 * that others share may keep it.
 */
export function keptAs(headers: Headers): string {
  const allowed = headers.get('cache-control') ?? '';
  const seconds = Number(/\bmax-age=(\d{1,9})\b/.exec(allowed)?.[1] ?? 0) - Number(headers.get('age') ?? 0);
  if (/\bno-store\b/.test(allowed)) return 'no-store';
  if (/\bno-cache\b/.test(allowed) || !(seconds > 0)) return 'private, no-cache';
  return `private, max-age=${seconds}${/\bmust-revalidate\b/.test(allowed) ? ', must-revalidate' : ''}`;
}
