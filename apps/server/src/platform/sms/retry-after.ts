import type { IncomingHttpHeaders } from 'node:http';

/**
 * How long a server asks to be left alone (RFC 9110, section 10.2.3), milliseconds: seconds, or a date, which is compared
 * with the server's own clock. Null: it asks for nothing, or for nothing that can be read.
 */
export function retryAfterMs({
  'retry-after': asked = '',
  date = '',
}: Pick<IncomingHttpHeaders, 'retry-after' | 'date'>): number | null {
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000;
  const ms = Date.parse(asked) - Date.parse(date);
  return ms >= 0 ? ms : null;
}
