import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '../tokens.ts';

/** A call of a provider: a form. */
interface ProviderCall {
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  fields: Readonly<Record<string, unknown>>;
}

/** How a provider calls, and how it is answered. */
export interface ProviderCalls {
  areOurs(call: ProviderCall): boolean;
  mediaType: string;
  /** The body that sends these words back as an SMS; for empty words one that sends none. */
  saying(words: string): string;
}

/** 46elks, and a gateway of one's own: unsigned, known by the address that they call, answered in plain text. */
export const plainCalls: ProviderCalls = {
  areOurs: () => true,
  mediaType: 'text/plain; charset=utf-8',
  saying: (words) => words,
};

/**
 * Twilio (twilio.com/docs/usage/security): `X-Twilio-Signature` is the HMAC-SHA1, with the account's token, of the
 * address and of all fields in the order of their names. Answered in TwiML.
 */
export function twilioCalls(smsUrl: string, publicUrl: string): ProviderCalls {
  const token = decodeURIComponent(new URL(smsUrl).password);
  const base = publicUrl.replace(/\/+$/, '');
  return {
    areOurs({ path, headers, fields }) {
      const names = Object.keys(fields).sort();
      const signed = `${base}${path}${names.map((name) => `${name}${fields[name]}`).join('')}`;
      const signature = createHmac('sha1', token).update(signed).digest('base64');
      return isSameSecret(String(headers['x-twilio-signature'] ?? ''), signature);
    },
    mediaType: 'text/xml; charset=utf-8',
    saying: (words) =>
      words === '' ? '<Response/>' : `<Response><Message>${escaped(words)}</Message></Response>`,
  };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (words: string): string => words.replaceAll(/[&<>]/g, (mark) => entities[mark] ?? mark);
