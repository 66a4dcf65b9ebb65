import { retryAfterMs } from '../retry-after.ts';
import { ProviderBusy, ProviderUncertain } from './sms-sender.ts';

/** A provider's address, with the name and the password that stood in it as Basic authorization. */
export interface Provider {
  url: URL;
  headers: Record<string, string>;
  timeoutMs: number;
}

export interface ProviderAnswer {
  status: number;
  /** Parsed JSON; undefined when it was none. */
  body: unknown;
  text: string;
}

const defaultTimeoutMs = 10_000;
const largestAnswer = 16_384;

export function providerAt(address: string, timeoutMs = defaultTimeoutMs): Provider {
  const url = new URL(address);
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  return { url, headers: login === ':' ? {} : { authorization }, timeoutMs };
}

/**
 * Asks the provider, by POST unless the request says otherwise. Throws `ProviderBusy` when it asks to be left alone for a time, `ProviderUncertain` when no whole
 * answer came, and the error itself when no connection was made, so that nothing was sent.
 */
export async function askProvider(
  { url, headers, timeoutMs }: Provider,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'>,
): Promise<ProviderAnswer> {
  const response = await ask(url, {
    method: request.method ?? 'POST',
    headers: { ...request.headers, ...headers },
    body: request.body ?? null,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const askedMs = busy.has(response.status) ? retryAfterMs(response.headers) : null;
  if (askedMs !== null) {
    await response.body?.cancel();
    throw new ProviderBusy(`the gateway answered ${response.status}`, askedMs);
  }
  const text = await beginningOf(response).catch(uncertain);
  return { status: response.status, body: jsonOf(text), text };
}

/** Too many requests, and unavailable: with `Retry-After` nothing is wrong with the message. */
const busy = new Set([429, 503]);

/** Errors of a connection that was never made. */
const notConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

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
  throw new ProviderUncertain('the gateway did not answer', { cause });
}

/** The body, up to a size that no answer has: a provider that never ends costs no memory. */
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
