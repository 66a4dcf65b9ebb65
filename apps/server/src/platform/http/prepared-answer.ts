import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is the same for everybody, and costs nothing to give again. */
export interface PreparedAnswer {
  mediaType: string;
  etag: string;
  /** By content coding; `identity` is the text itself. */
  forms: ReadonlyMap<string, Buffer>;
}

export async function prepareAnswer(mediaType: string, text: string): Promise<PreparedAnswer> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return {
    mediaType,
    etag: hash,
    forms: new Map([
      ['br', br],
      ['gzip', gz],
      ['identity', identity],
    ]),
  };
}

/** Sends it in the shortest form that the browser takes, or says that the browser has it already. */
export function sendPrepared(
  { mediaType, etag, forms }: PreparedAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const coding = codingFor(String(request.headers['accept-encoding'] ?? ''), forms);
  const tag = `"${etag}-${coding}"`;
  reply.headers({ etag: tag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
  if (request.headers['if-none-match']?.split(/,\s*/).includes(tag)) return reply.code(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.type(mediaType).send(forms.get(coding));
}

/** RFC 9110, 12.5.3, as browsers and programs send it: a list of codings, of which one with `q=0` is refused. */
function codingFor(accepted: string, forms: PreparedAnswer['forms']): string {
  const taken = accepted
    .toLowerCase()
    .split(',', 20)
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';', 1)[0]?.trim());
  return [...forms.keys()].find((coding) => taken.includes(coding)) ?? 'identity';
}
