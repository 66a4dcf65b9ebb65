import type { MapView } from '@varde/contract/map';

/** When the position of each device was taken that a view shows alone. Unix milliseconds. */
export type PosTimes = ReadonlyMap<number, number>;

/** The views of the map that callers look at. */
export interface MapViews {
  /** `now`: a reading of the monotonic clock: nobody is followed for longer because the server's clock is set back. */
  remember(userId: number, uuid: string, view: MapView, now: number): void;
  /** Undefined: the user has not fetched it during the last minute. */
  find(userId: number, uuid: string, now: number): PosTimes | undefined;
}

/** The console fetches its view every 20 seconds. */
const heldMs = 60_000;
/** Views of one user: pages with a map, and the view before the present one of each. */
const eachUser = 6;
/** A view has at most 1600 devices. */
const mostUsers = 200;

interface Held {
  uuid: string;
  posTimes: PosTimes;
  fetchedAt: number;
}

/** Of the users who fetched one last. */
export function createMapViews(): MapViews {
  const users = new Map<number, Held[]>();
  const isHeld = ({ fetchedAt }: Held, now: number) => now - fetchedAt < heldMs;
  return {
    remember(userId, uuid, { positions }, now) {
      const others = users.get(userId)?.filter((held) => held.uuid !== uuid && isHeld(held, now)) ?? [];
      const posTimes = new Map(positions.map((position) => [position.deviId, position.posTime]));
      users.delete(userId); // moves it to the end: the first ones are dropped first
      users.set(userId, [{ uuid, posTimes, fetchedAt: now }, ...others].slice(0, eachUser));
      for (const [first, [latest]] of users) {
        if (users.size <= mostUsers && latest && isHeld(latest, now)) break;
        users.delete(first);
      }
    },
    find: (userId, uuid, now) => users.get(userId)?.find((held) => held.uuid === uuid && isHeld(held, now))?.posTimes,
  };
}
