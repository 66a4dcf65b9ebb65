import { parse } from 'node:querystring';

/** Fields of a form, or of the query of an address. Providers send some forty. */
export const mostFields = 200;

/** Whether a form or a query has more fields than are read. */
export function hasTooManyFields(text: string): boolean {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1;
    if (count > mostFields) return true;
  }
  return false;
}

/** The first fields of a form or query; a name that is repeated has an array. */
export const fieldsOf = (text: string): Record<string, unknown> => parse(text, '&', '=', { maxKeys: mostFields });
