import { enteredCode } from '@varde/catalogue/entered-text';
import { isIdentity, type Protocol, protocolByKey } from '@varde/catalogue/protocols';
import { bearerToken } from '../bearer-token.ts';
import { printable } from '../printable.ts';
import type { DeviceRequest, MalformedRequest, RequestReceived } from '../protocol.ts';
import { maxContentLength, readContent } from './read-content.ts';

export const path = '/v1/messages';

/** Reads a request. Never throws. docs/protocols/http.md. */
export function readRequest({ method, url, authorization, body }: DeviceRequest): RequestReceived {
  if (!isPath(url)) return malformed(404, 'path');
  if (!['POST', 'PUT', 'PATCH'].includes(method)) return malformed(405, 'method');
  if (body.length > maxContentLength) return malformed(413, 'tooLong');
  const content = readContent(body);
  if (content === null) return malformed(400, 'badJson');
  const { device, retryKey, timed, report } = content;
  const identity = namedIdentity(device, protocolByKey('http'));
  if (identity === null) return malformed(400, 'noIdentity');
  return {
    type: 'message',
    identity,
    token: bearerToken(authorization) ?? null,
    word: 'messages',
    retryKey,
    timed,
    report,
  };
}

/** The identity that a device calls itself by; null: it is none of this protocol. */
export function namedIdentity(device: unknown, protocol: Protocol): string | null {
  const identity = typeof device === 'string' || typeof device === 'number' ? enteredCode(String(device)) : '';
  return isIdentity(protocol, identity) && identity === printable(identity) ? identity : null;
}

/** The path, with the slashes that clients add where they join it to an address; or none, from one that has only an address. */
function isPath(url: string): boolean {
  const [given = ''] = url.split(/[?#]/, 1);
  return ['', path.slice(1)].includes(given.toLowerCase().split('/').filter(Boolean).join('/'));
}

function malformed(status: MalformedRequest['status'], reason: string): MalformedRequest {
  return { type: 'malformed', status, reason };
}
