import { z } from 'zod';
import { askProvider, providerAt } from '../sms/ask-provider.ts';

const timeoutMs = 5_000;
/** Characters: an answer about one place has a few thousand. */
const largestAnswer = 100_000;

/** Asks an address service by GET. */
export type AskService = <Schema extends z.ZodType>(
  path: string,
  query: Readonly<Record<string, string>>,
  schema: Schema,
) => Promise<z.output<Schema>>;

/**
 * The service at a configured address, whose login and parameters every call has. A call throws when no answer of this
 * shape came in time: an error, a redirection, a page for people, or more than an answer has.
 */
export function serviceAt(address: string): AskService {
  const { url: base, ...provider } = { ...providerAt(address, timeoutMs), largestAnswer };
  return async (path, query, schema) => {
    const url = new URL(base);
    url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { accept: 'application/json', 'user-agent': 'Varde' };
    const { status, body } = await askProvider({ ...provider, url }, { method: 'GET', headers });
    if (status !== 200) throw new Error(`the address service answered ${status}`);
    return z.parse(schema, body);
  };
}

/** A number that may be written as text. */
export const degrees = z.coerce.number<number | string>();
