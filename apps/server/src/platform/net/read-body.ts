import type { Readable } from 'node:stream';

/** Pieces of a body beyond one for so many bytes: a chunk of HTTP/1.1 may hold one byte, and costs as much as a large one. */
const bytesPerPiece = 64;
const leastPieces = 64;

/** The body of a request, or the reason why there is none: longer than allowed or in too many pieces, or cut off. */
export function readBody(request: Readable, maxLength: number): Promise<Buffer | 'tooLong' | 'incomplete'> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const refuse = () => {
      request.off('data', take).pause();
      resolve('tooLong');
    };
    const take = (piece: Buffer) => {
      length += piece.length;
      pieces.push(piece);
      if (length > maxLength || pieces.length > leastPieces + maxLength / bytesPerPiece) refuse();
    };
    if (request.destroyed) return resolve('incomplete');
    request
      .on('data', take)
      .once('end', () => resolve(Buffer.concat(pieces)))
      .once('error', () => resolve('incomplete'))
      .once('close', () => resolve('incomplete'));
  });
}
