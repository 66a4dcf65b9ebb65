import { createHmac } from 'node:crypto';
import { type LookupAddress, lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface OutgoingWebHook {
  /** The same for each attempt. */
  id: string;
  url: string;
  secret: string;
  body: string;
  /** The time of the attempt, Unix seconds. */
  timestamp: number;
}

/** A way to post to web hooks. */
export interface WebHookSender {
  /** Resolves to the HTTP status of the answer, whatever it is. Throws when there is none. */
  send(hook: OutgoingWebHook): Promise<number>;
}

/** The receiver's address is one that Varde must not be made to call. */
export class ForbiddenAddress extends Error {}

const defaultTimeoutMs = 10_000;

/** HMAC-SHA256 of the timestamp, a dot and the body, in hexadecimal. */
export const signatureOf = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/**
 * Why an address may not be a web hook; null: it may. Private addresses are refused here where the URL names one, and at
 * each delivery, when the name is resolved. With `inside` http and private addresses are allowed.
 */
export function forbiddenUrl(text: string, inside: boolean): string | null {
  if (!URL.canParse(text)) return 'is not an address';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(inside && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a login';
  if (inside) return null;
  const host = bareHost(url);
  const isInside =
    isIP(host) === 0 ? /(^|\.)(localhost|local|internal)\.?$/.test(host) : !isPublicAddress(host);
  return isInside ? 'must be an address of the internet' : null;
}

/**
 * Posts over http and https. Follows no redirect, reads no body, and connects to no private address unless `inside`: the
 * check is on the address that is connected to, so that a name cannot change between the two.
 */
export function createWebHookSender({
  inside,
  timeoutMs = defaultTimeoutMs,
  lookup = resolve,
}: {
  inside: boolean;
  timeoutMs?: number;
  lookup?: typeof resolve;
}): WebHookSender {
  return {
    send: async ({ id, url: text, secret, body, timestamp }) => {
      const forbidden = forbiddenUrl(text, inside);
      if (forbidden !== null) throw new ForbiddenAddress(`the address ${forbidden}`);
      const url = new URL(text);
      const { promise, resolve: answered, reject } = Promise.withResolvers<number>();
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'POST',
        agent: false,
        ...(!inside && { lookup: publicOnly(lookup) }),
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Varde',
          'varde-delivery': id,
          'varde-timestamp': String(timestamp),
          'varde-signature': `v1=${signatureOf(secret, timestamp, body)}`,
        },
      });
      request.on('response', ({ statusCode = 0 }) => {
        answered(statusCode);
        request.destroy();
      });
      request.on('error', reject);
      request.end(body);
      return promise;
    },
  };
}

/** Without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Resolves a name to its public addresses; fails when it has a private one. */
function publicOnly(lookup: typeof resolve): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, [], undefined);
      if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
        return done(
          new ForbiddenAddress('the name has an address that is not of the internet'),
          [],
          undefined,
        );
      if (options.all === true) return done(null, found);
      const [first] = found;
      done(null, first?.address ?? '', first?.family);
    });
  };
}
