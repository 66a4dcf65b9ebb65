import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { MalformedRequest } from '@varde/protocols/protocol';

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Buffer;

const codings = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  // Many clients send the bare stream under this name.
  ['deflate', (body, options) => ((body[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(body, options)],
  ['identity', (body) => body],
]);
/** A body in more codings is none that a device would send. */
const mostCodings = 2;

/**
 * The text of a body, without its coding and in its character set. Text that is no UTF-8 is read as what it claims to be,
 * and as Latin-1 when it claims nothing, or wrongly.
 */
export function textOfBody(body: Buffer, headers: IncomingHttpHeaders, maxLength: number): string | MalformedRequest {
  const bytes = withoutCoding(body, headers['content-encoding'], maxLength);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const [, charset = 'utf-8'] = /charset\s*=\s*"?([\w:.-]+)/i.exec(headers['content-type'] ?? '') ?? [];
  const order = /^utf-?16/i.test(charset) ? [charset] : ['utf-8', charset];
  return [...order, 'windows-1252'].reduce<string | null>((text, label) => text ?? decoded(bytes, label), null) ?? '';
}

/** Path and query of a request target: a client that believes to speak to a proxy sends the whole address (RFC 9112, 3.2.2). */
export function pathAndQuery(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

function withoutCoding(body: Buffer, header = '', maxLength: number): Buffer | MalformedRequest {
  const named = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .toReversed();
  const isGzip = named.length === 0 && body[0] === 0x1f && body[1] === 0x8b;
  const decodes = (isGzip ? ['gzip'] : named).map((name) => codings.get(name));
  let bytes = body;
  try {
    for (const decode of decodes) {
      if (decode === undefined || decodes.length > mostCodings) return malformed(415, 'badCoding');
      bytes = decode(bytes, { maxOutputLength: maxLength });
    }
    return bytes;
  } catch (error) {
    const isLong = error instanceof RangeError;
    return isLong ? malformed(413, 'tooLong') : malformed(400, 'badCoding');
  }
}

/** Null when the bytes are no text in this character set, or it is unknown. A byte order mark is no part of the text. */
function decoded(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function malformed(status: MalformedRequest['status'], reason: string): MalformedRequest {
  return { type: 'malformed', status, reason };
}
