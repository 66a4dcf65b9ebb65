import type { PlacedDevice } from '@varde/contract/devices';
import type { LiveEvent } from '@varde/contract/events';
import type { LiveMessage } from '@varde/contract/live';
import { z } from 'zod';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { LiveTopic } from '#platform/live/topic.ts';
import type { MapViews, PosTimes } from './map-views.ts';
import { placesOf } from './store-map.ts';

type Message = LiveMessage<'mapMoves'>;
type Move = Message['moves'][number];

/** Each message of a browser draws its map again. */
const gatherMs = 1000;

/**
 * `/topic/map`: moves of the devices that a view shows alone, as long as the subscriber goes on fetching the view: each
 * fetch is recorded as a look. What an event costs does not depend on how many devices a view has.
 */
export function mapMovesTopic(
  { db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>,
  views: MapViews,
): LiveTopic<'mapMoves'> {
  return {
    name: 'mapMoves',
    async open(caller, _params, query) {
      if (!caller.mayAnywhere('DEVICE_LIST') || !caller.mayAnywhere('DEVICE_ACCESS_MAP')) return null;
      const uuid = uuidOf(query);
      const found = () => views.find(caller.userId, uuid, clock.monotonic());
      const kept = keptMoves();
      return {
        ...{ urgent: false, gatherMs },
        async first(): Promise<Message | null> {
          const posTimes = found();
          if (posTimes === undefined) return { moves: [], unknown: true };
          const places = await placesOf(db, caller, [...posTimes.keys()]);
          const moves = places.flatMap((place) => moveOf(place, posTimes) ?? []);
          return moves.length > 0 ? { moves } : null;
        },
        take(event) {
          if (event.type !== 'device') return false;
          const posTimes = found();
          if (!posTimes?.has(event.deviId)) return false;
          return kept.take(event.device, maySee(caller, event) ? moveOf(placeOf(event.device), posTimes) : null);
        },
        flush: kept.flush,
      };
    },
  };
}

function uuidOf(query: string): string {
  const parsed = z.uuid().safeParse(new URLSearchParams(query).get('uuid'));
  if (parsed.success) return parsed.data;
  throw new AppError('validationFailed', [{ path: 'query', message: 'has no uuid of a view' }]);
}

const maySee = (caller: Caller, { custId, deleted }: Extract<LiveEvent, { type: 'device' }>): boolean =>
  !deleted && caller.may('DEVICE_LIST', custId) && caller.may('DEVICE_ACCESS_MAP', custId);

interface Placed {
  deviId: number;
  posLati: number | null;
  posLong: number | null;
  /** Unix milliseconds. */
  posTime: number | null;
}

const placeOf = ({ deviId, posLati, posLong, posTime }: PlacedDevice): Placed => ({
  deviId,
  posLati,
  posLong,
  posTime,
});

/** Null: it is nowhere, or where the view has it. */
function moveOf({ deviId, posLati, posLong, posTime }: Placed, posTimes: PosTimes): Move | null {
  if (posLati === null || posLong === null || posTime === null) return null;
  const isFault = posLati === 0 && posLong === 0;
  return isFault || posTimes.get(deviId) === posTime ? null : { deviId, posLati, posLong, posTime };
}

/** The last move of each device; a late event does not bring an earlier one back. */
function keptMoves() {
  const moves = new Map<number, Move>();
  const latest = new Map<number, number>();
  return {
    /** True: there is something to send. */
    take({ deviId, rev }: PlacedDevice, move: Move | null): boolean {
      if (rev <= (latest.get(deviId) ?? 0)) return false;
      latest.set(deviId, rev);
      moves.delete(deviId);
      if (move !== null) moves.set(deviId, move);
      return move !== null;
    },
    flush(): Message {
      const message = { moves: [...moves.values()] };
      moves.clear();
      return message;
    },
  };
}
