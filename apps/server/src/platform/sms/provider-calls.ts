import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '../secrets/tokens.ts';

/** A call of a provider: a form. */
export interface ProviderCall {
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  fields: Readonly<Record<string, unknown>>;
}

/** What a report says of an SMS; a state of null: it is on its way, or the word is unknown. */
export interface SmsOutcome {
  state: 'delivered' | 'failed' | null;
  /** The provider's own word for a failure; empty: it has none. */
  code: string;
}

/** How a provider calls, and how it is answered. */
export interface ProviderCalls {
  areOurs(call: ProviderCall): boolean;
  outcomeOf(report: ProviderCall['fields']): SmsOutcome;
  mediaType: string;
  /** The body that sends these words back as an SMS; for empty words one that sends none. */
  saying(words: string): string;
}

const outcomes = new Map<string, 'delivered' | 'failed'>([
  ['delivered', 'delivered'],
  ['failed', 'failed'],
  ['undelivered', 'failed'],
]);
const textOf = (field: unknown): string => (typeof field === 'string' ? field.slice(0, 200) : '');
/** As 46elks, Twilio and a gateway of one's own say it. */
const outcomeOf = ({ status, MessageStatus = status, ErrorCode }: ProviderCall['fields']): SmsOutcome => ({
  state: outcomes.get(textOf(MessageStatus).trim().toLowerCase()) ?? null,
  code: textOf(ErrorCode),
});

/** 46elks, and a gateway of one's own: unsigned, known by the address that they call, answered in plain text. */
export const plainCalls: ProviderCalls = {
  areOurs: () => true,
  outcomeOf,
  mediaType: 'text/plain; charset=utf-8',
  saying: (words) => words,
};

/** Twilio's calls are signed, and answered in TwiML. */
export const twilioCalls = (smsUrl: string, publicUrl: string): ProviderCalls => ({
  areOurs: signedByTwilio(smsUrl, publicUrl),
  outcomeOf,
  mediaType: 'text/xml; charset=utf-8',
  saying: (words) => (words === '' ? '<Response/>' : `<Response><Message>${escapeXml(words)}</Message></Response>`),
});

/**
 * Whether a call is Twilio's (twilio.com/docs/usage/security): `X-Twilio-Signature` is the HMAC-SHA1, with the account's
 * token, of the address and of all fields in the order of their names. Twilio signs the address with its port or without,
 * whatever it was given. `accountUrl` has the token as its password.
 */
export function signedByTwilio(accountUrl: string, publicUrl: string): (call: ProviderCall) => boolean {
  const token = decodeURIComponent(new URL(accountUrl).password);
  const bases = withAndWithoutPort(publicUrl.replace(/\/+$/, ''));
  return ({ path, headers, fields }) => {
    const names = Object.keys(fields).sort();
    const said = names.map((name) => `${name}${fields[name]}`).join('');
    const given = String(headers['x-twilio-signature'] ?? '');
    return bases.some((base) => {
      const signature = createHmac('sha1', token).update(`${base}${path}${said}`).digest('base64');
      return isSameSecret(given, signature);
    });
  };
}

function withAndWithoutPort(base: string): string[] {
  const { protocol, hostname, port, pathname } = new URL(base);
  const folder = pathname.replace(/\/$/, '');
  const usual = protocol === 'https:' ? '443' : '80';
  return [base, `${protocol}//${hostname}${folder}`, `${protocol}//${hostname}:${port || usual}${folder}`];
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that no XML document may hold, not even escaped (XML 1.0, section 2.2). */
const notInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Text as it stands in an element or an attribute. */
export const escapeXml = (words: string): string =>
  words.replaceAll(notInXml, ' ').replaceAll(/[&<>"]/g, (mark) => entities[mark] ?? mark);
