import { type LookupAddress, lookup as resolve } from 'node:dns';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** An address that a user has given is one that Varde must not be made to call. */
export class ForbiddenAddress extends Error {}

/** A server has not answered within the time limit. */
export class NoAnswer extends Error {}

const defaultTimeoutMs = 10_000;

/**
 * Why a user may not give this address; null: it may be given. Private addresses are refused here where the URL names
 * one, and at each call, when the name is resolved. With `inside` http and private addresses are allowed.
 */
export function forbiddenUrl(text: string, inside: boolean): string | null {
  if (!URL.canParse(text)) return 'is not an address';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(inside && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a login';
  if (inside) return null;
  const host = bareHost(url);
  const isInside = isIP(host) === 0 ? /(^|\.)(localhost|local|internal)\.?$/.test(host) : !isPublicAddress(host);
  return isInside ? 'must be an address of the internet' : null;
}

export interface GuardedPostOptions {
  inside: boolean;
  timeoutMs?: number;
  lookup?: typeof resolve;
}

export interface PostAnswer {
  status: number;
  headers: IncomingHttpHeaders;
}

/**
 * Posts to addresses that users have given, and resolves to the answer, whatever it is; throws when there is none: `NoAnswer`
 * after the time limit.
 * Follows no redirect, reads no body, and connects to no private address unless `inside`: the check is on the address that
 * is connected to, so that a name cannot change between the two.
 */
export const createGuardedPost =
  ({ inside, timeoutMs = defaultTimeoutMs, lookup = resolve }: GuardedPostOptions) =>
  (text: string, headers: OutgoingHttpHeaders, body: string | Buffer): Promise<PostAnswer> => {
    const forbidden = forbiddenUrl(text, inside);
    if (forbidden !== null) return Promise.reject(new ForbiddenAddress(`the address ${forbidden}`));
    const url = new URL(text);
    const { promise, resolve: answered, reject } = Promise.withResolvers<PostAnswer>();
    const signal = AbortSignal.timeout(timeoutMs);
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      ...(!inside && { lookup: publicOnly(lookup) }),
      signal,
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Varde' },
    });
    request.on('response', ({ statusCode = 0, headers: said }) => {
      answered({ status: statusCode, headers: said });
      request.destroy();
    });
    request.on('error', (cause) =>
      reject(signal.aborted ? new NoAnswer(`no answer within ${timeoutMs / 1000} s`, { cause }) : cause),
    );
    request.end(body);
    return promise;
  };

/** Without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Resolves a name to its public addresses; fails when it has a private one. */
function publicOnly(lookup: typeof resolve): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, [], undefined);
      if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
        return done(new ForbiddenAddress('the name has an address that is not of the internet'), [], undefined);
      if (options.all === true) return done(null, found);
      const [first] = found;
      done(null, first?.address ?? '', first?.family);
    });
  };
}
