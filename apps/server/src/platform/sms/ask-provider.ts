import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ProviderBusy, ProviderSilent, ProviderUncertain } from '../delivery/provider-answers.ts';
import { retryAfterMs } from './retry-after.ts';

/** A provider's address, with the name and the password that stood in it as Basic authorization. */
export interface Provider {
  url: URL;
  headers: Record<string, string>;
  timeoutMs: number;
  /** Characters of the longest answer that is read; without it, more than any receipt has. */
  largestAnswer?: number;
}

export interface ProviderAnswer {
  status: number;
  /** Parsed JSON; undefined when it was none. */
  body: unknown;
  text: string;
}

const defaultTimeoutMs = 10_000;
const largestReceipt = 16_384;

export function providerAt(address: string, timeoutMs = defaultTimeoutMs): Provider {
  const url = new URL(address);
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  return { url, headers: login === ':' ? {} : { authorization }, timeoutMs };
}

/**
 * Asks the provider, by POST unless the request says otherwise. Throws `ProviderBusy` when it asks to be left alone for a
 * time, `ProviderSilent` when no answer came, `ProviderUncertain` for one that is none or not whole, and the error itself when no connection was made, so that nothing
 * was sent.
 */
export async function askProvider(
  provider: Provider,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'>,
): Promise<ProviderAnswer> {
  const response = await ask(provider, new Request(provider.url, { method: 'POST', ...request }));
  const { statusCode: status = 0, headers } = response;
  const askedMs = busy.has(status) ? retryAfterMs(headers) : null;
  if (askedMs !== null) {
    response.destroy();
    throw new ProviderBusy(`the gateway answered ${status}`, askedMs);
  }
  const text = await beginningOf(response, provider.largestAnswer ?? largestReceipt).catch((cause: unknown) => {
    throw new ProviderUncertain('the gateway gave no whole answer', { cause });
  });
  if (status >= 300 && status < 400) throw new ProviderUncertain(`the gateway answered ${status}`);
  return { status, body: jsonOf(text), text };
}

/** Too many requests, and unavailable: with `Retry-After` nothing is wrong with the message. */
const busy = new Set([429, 503]);

/** For the name, the connection and TLS: shorter than the whole, so that a dropped packet leaves no doubt. */
const longestConnectMs = 4000;

/** Fails with the error itself until the connection is made, since when the request may have been read. */
async function ask({ url, headers, timeoutMs }: Provider, wanted: Request): Promise<IncomingMessage> {
  const body = Buffer.from(await wanted.arrayBuffer());
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const isSecure = url.protocol === 'https:';
  const request = (isSecure ? requestHttps : requestHttp)(url, {
    method: wanted.method,
    headers: { ...Object.fromEntries(wanted.headers), ...headers, 'content-length': body.length },
    signal: AbortSignal.timeout(timeoutMs),
  });
  let isConnected = false;
  const connecting = setTimeout(
    () => request.destroy(new Error('no connection to the gateway')),
    Math.min(longestConnectMs, timeoutMs / 2),
  );
  const connected = () => {
    isConnected = true;
    clearTimeout(connecting);
  };
  request.on('socket', (socket) =>
    request.reusedSocket ? connected() : socket.once(isSecure ? 'secureConnect' : 'connect', connected),
  );
  request.on('response', resolve);
  request.on('error', (error) => reject(isConnected ? doubt(error) : error));
  request.on('close', () => clearTimeout(connecting));
  request.end(body);
  return promise;
}

const doubt = (cause: unknown) => new ProviderSilent('the gateway did not answer', { cause });

/** The body, up to a size that no answer has: a provider that never ends costs no memory. */
async function beginningOf(response: IncomingMessage, largest: number): Promise<string> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) {
    text += part;
    if (text.length > largest) throw new Error('the gateway gave an answer that is too long');
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
