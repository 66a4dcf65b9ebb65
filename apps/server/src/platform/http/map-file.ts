import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Log } from '../log/log.ts';
import { countedAddress, plainAddress } from '../net/address.ts';
import { AnswersUnderWay } from './answers-under-way.ts';
import { MapArchive } from './map-archive.ts';

/** Where the console finds the map file. */
export const mapFilePath = '/ajax/map.pmtiles';

/** The most bytes of one answer: a tile is some kilobytes, a directory less than one megabyte. */
const mostBytes = 4 * 1024 * 1024;
/** Of all answers that their readers have not taken yet; one that is not taken is given up after half a minute. */
const underWayLimits = { bytes: 32 * 1024 * 1024, longestMs: 30_000 };
/** A day: readers notice by the version when the parts that they have are of another file. */
const cacheControl = 'public, max-age=86400';

/**
 * Serves the operator's map in parts, as readers of PMTiles ask for them. Everybody gets it, as they get the files of the
 * console: a tile waits for no database, and takes no turn from the calls about an alarm.
 */
export function serveMapFile(app: FastifyInstance, file: string, log: Log): void {
  const archive = new MapArchive(file, log);
  const underWay = new AnswersUnderWay(underWayLimits);
  app.addHook('onReady', async () => {
    const found = await archive.open().catch(() => null); // a fault is in the log before anybody looks at a map
    await found?.handle.close();
  });
  app.get(mapFilePath, async ({ headers, ip }, reply) => {
    const { handle, size, version } = await archive.open();
    try {
      const etag = `"${version}"`;
      reply.headers({ 'accept-ranges': 'bytes', 'cache-control': cacheControl, etag });
      const range = rangeOf(headers.range, size);
      const isOther = headers['if-range'] !== undefined && headers['if-range'] !== etag;
      if (range === null || isOther) return refuse(reply, size);
      const length = range.last - range.first + 1;
      underWay.begin(reply.raw, length, countedAddress(plainAddress(ip)));
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, range.first);
      if (bytesRead < length) throw new AppError('unavailable'); // cut off meanwhile
      return reply
        .code(206)
        .header('content-range', `bytes ${range.first}-${range.last}/${size}`)
        .type('application/vnd.pmtiles')
        .send(buffer);
    } finally {
      await handle.close();
    }
  });
}

/** Readers then begin anew with the file that there is now. */
const refuse = (reply: FastifyReply, size: number) =>
  reply
    .code(416)
    .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
    .send();

/** The bytes that are asked for and exist; null without one range, for more than one answer may have, or beyond the end. */
function rangeOf(header: string | undefined, size: number): { first: number; last: number } | null {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined) return null;
  const first = Number(from);
  const last = Math.min(Number(to), size - 1);
  return first <= last && last - first < mostBytes ? { first, last } : null;
}
