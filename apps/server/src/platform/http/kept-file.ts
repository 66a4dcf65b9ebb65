import type { FastifyReply, FastifyRequest } from 'fastify';

interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

const yearSeconds = 31_536_000;

/**
 * Answers with an image that the browser may keep: for a year if its address names the version, else it asks each time
 * whether there is another one. Empty when the browser has this one already.
 */
export function keptImage(
  { mediaType, image, etag, isNamed }: { mediaType: string; image: Uint8Array; etag: string; isNamed: boolean },
  { request, reply }: Http,
): Uint8Array {
  reply
    .header('etag', `"${etag}"`)
    .header('cache-control', isNamed ? `private, max-age=${yearSeconds}, immutable` : 'private, no-cache')
    .header('content-disposition', 'inline')
    .type(mediaType);
  if (request.headers['if-none-match'] !== `"${etag}"`) return image;
  reply.code(304);
  return new Uint8Array();
}
