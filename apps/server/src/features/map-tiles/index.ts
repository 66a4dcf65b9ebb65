import { routes } from '@varde/contract/routes';
import type { FastifyReply } from 'fastify';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { AnswersUnderWay } from '#platform/http/answers-under-way.ts';
import { FairGate } from '#platform/limits/fair-gate.ts';
import type { MapService, Tile } from '#platform/map-tiles/map-service.ts';

/** Where the console finds the pictures, with placeholders. */
export const mapTilesPath: string = routes.getMapTile.path.replaceAll(/:(\w+)/g, '{$1}');

/** A screen shows some forty pictures, and each costs money: a dozen screens at once, and then one in eight seconds. */
const userLimits = {
  ...{ width: Number.POSITIVE_INFINITY, perKey: 4, waitingPerKey: 200, patienceMs: 10_000 },
  rate: { perSecond: 5, atOnce: 500 },
};
/** Calls of all customers that the service answers at once, and what all users of a customer may ask for. */
const customerLimits = {
  ...{ width: 32, perKey: 8, waitingPerKey: 1_000, patienceMs: 10_000 },
  rate: { perSecond: 20, atOnce: 2_000 },
};
/** Bytes of pictures that their readers have not taken yet. */
const underWayLimits = { bytes: 32 * 1024 * 1024, longestMs: 30_000 };

interface Dependencies extends Pick<FeatureDependencies, 'clock'> {
  /** Null: none is configured. */
  service: MapService | null;
}

/** The map of a service elsewhere, which learns nothing of its readers. */
export function createMapTilesFeature({ service, clock }: Dependencies): FeatureOf<'mapTiles'> {
  const now = () => clock.monotonic();
  const [users, customers] = [new FairGate(userLimits, now), new FairGate(customerLimits, now)];
  const underWay = new AnswersUnderWay(underWayLimits);
  const ask = <Answer>(caller: Caller, reply: FastifyReply, work: (service: MapService) => Promise<Answer>) => {
    if (service === null) throw new AppError('notFound');
    const payer = caller.payingCustomer ?? `user ${caller.userId}`;
    const asked = () => passWanted(customers, String(payer), reply, () => work(service));
    return passWanted(users, String(caller.userId), reply, asked);
  };
  return {
    group: 'mapTiles',
    elsewhere: ['getMapTile', 'getMapCopyright'],
    handlers: {
      async getMapTile({ params: { language, ...place } }, caller, { request, reply }) {
        if (Math.max(place.x, place.y) >= 2 ** place.z) throw new AppError('notFound');
        const known = request.headers['if-none-match'];
        const tile = await ask(caller, reply, (map) => map.tile(language, place, known));
        underWay.begin(reply.raw, tile.picture?.length ?? 0, String(caller.userId));
        return answerWith(tile, reply);
      },

      async getMapCopyright({ query: { language, zoom, west, south, east, north } }, caller, { reply }) {
        const view = { zoom, west: Number(west), south: Number(south), east: Number(east), north: Number(north) };
        return { copyright: await ask(caller, reply, (map) => map.copyright(language, view)) };
      },
    },
  };
}

/** What the reader does not wait for any more, as after the map was moved, is not asked for, and takes nothing of the rate. */
const passWanted = <Answer>(gate: FairGate, key: string, reply: FastifyReply, work: () => Promise<Answer>) =>
  gate.pass(key, async () => {
    if (!reply.raw.destroyed) return work();
    gate.refund(key);
    throw new AppError('tooManyCalls'); // nobody reads it
  });

function answerWith({ picture, mediaType, etag, cacheControl }: Tile, reply: FastifyReply): Uint8Array {
  reply.header('cache-control', cacheControl);
  if (etag !== null) reply.header('etag', etag);
  if (picture === null) reply.code(304);
  else reply.type(mediaType);
  return picture ?? new Uint8Array();
}
