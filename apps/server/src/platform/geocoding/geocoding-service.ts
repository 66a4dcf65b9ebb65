import { z } from 'zod';
import { askProvider, providerAt } from '../sms/ask-provider.ts';
import { QuestionRefused } from './geocoder.ts';

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
 * The service at a configured address, whose login and parameters every call has. A call throws as `Geocoder` says, and
 * `ProviderBusy` when the service says how long it wants to be left alone.
 */
export function serviceAt(address: string): AskService {
  const { url: base, ...provider } = { ...providerAt(address, timeoutMs), largestAnswer };
  return async (path, query, schema) => {
    const url = new URL(base);
    url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { accept: 'application/json', 'user-agent': 'Varde' };
    const { status, body } = await askProvider({ ...provider, url }, { method: 'GET', headers });
    if (status === 429 || status >= 500 || body === undefined)
      throw new Error(`the address service answered ${status}`);
    const answer = schema.safeParse(body);
    if (status === 200 && answer.success) return answer.data;
    throw new QuestionRefused(`the address service answered ${status}`, { cause: answer.error });
  };
}

/** Hits of a list: one that lacks a part costs itself, and not the others. */
export const hits = <Hit extends z.ZodType>(hit: Hit) =>
  z.array(z.unknown()).transform((all) =>
    all.flatMap((one): z.output<Hit>[] => {
      const { data, success } = hit.safeParse(one);
      return success ? [data] : [];
    }),
  );

/** A number that may be written as text. */
export const degrees = z.coerce.number<number | string>();
