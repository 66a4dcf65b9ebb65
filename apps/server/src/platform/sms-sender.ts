import { z } from 'zod';

export interface OutgoingSms {
  /** The same for each attempt: a gateway that knows it sends the SMS once. */
  id: string;
  /** E.164 */
  to: string;
  text: string;
}

/** A way to send SMS. */
export interface SmsSender {
  /**
   * Resolves when the gateway has accepted the SMS, to the gateway's own name for it. Throws `SmsRefused` when it never
   * will, `SmsUncertain` when it may have accepted it, and another error when it has not and a later attempt may succeed.
   */
  send(sms: OutgoingSms): Promise<string | null>;
}

/** The gateway refuses this SMS for good. */
export class SmsRefused extends Error {}

/** The gateway was asked, and its answer is missing or not understood. */
export class SmsUncertain extends Error {}

/** Errors of a connection that was never made. */
const notConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const defaultTimeoutMs = 10_000;
const largestAnswer = 16_384;
/** A bad number or a bad text; every other status may be a fault of the gateway or of its configuration. */
const refusals = new Set([400, 422]);
/** What of the answer is of use. */
const accepted = z.object({ id: z.union([z.string(), z.number()]).nullish() });

/**
 * A gateway over HTTP: `POST url` with `{"id", "to", "text"}` as JSON, and `Idempotency-Key` with the same id. Name and
 * password in the URL are sent as Basic authorization. Accepted is a status 2xx with a JSON object, which may have an
 * `id`: a page of a proxy is no answer of a gateway.
 */
export function createSmsSender(address: string, timeoutMs = defaultTimeoutMs): SmsSender {
  const url = new URL(address);
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = login === ':' ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  url.username = '';
  url.password = '';
  return {
    async send(sms) {
      const response = await ask(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': sms.id,
          ...(authorization !== undefined && { authorization }),
        },
        body: JSON.stringify(sms),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await beginningOf(response).catch(uncertain);
      if (refusals.has(response.status)) throw new SmsRefused(`the gateway answered ${response.status}`);
      if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
      const answer = accepted.safeParse(jsonOf(text));
      if (!answer.success) throw new SmsUncertain('the gateway gave an answer that is no JSON object');
      return answer.data.id == null ? null : String(answer.data.id).slice(0, 200);
    },
  };
}

/** The body, up to a size that no answer has: a gateway that never ends costs no memory. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > largestAnswer) throw new Error('the gateway gave an answer that is too long');
  }
  return text;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function ask(url: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    if (typeof cause?.code === 'string' && notConnected.has(cause.code)) throw error;
    return uncertain(error);
  }
}

function uncertain(cause: unknown): never {
  throw new SmsUncertain('the gateway did not answer', { cause });
}
