import type { SignalKind } from '../behaviours/behaviour.ts';
import type { Random } from '../random.ts';
import type { Place } from '../streets/place.ts';
import type { Observation } from './outgoing.ts';

/** The measurements of a device at this moment. */
export interface Body {
  place: Place | null;
  speed: number;
  course: number;
  steps: number;
  battery: number;
  charging: boolean;
}

export function createBody(home: Place | null, random: Random): Body {
  return {
    place: home,
    speed: 0,
    course: 0,
    steps: 0,
    battery: 45 + random.below(55),
    charging: false,
  };
}

export function observe(body: Body, kind: SignalKind, at: number): Observation {
  return { ...body, kind, at, historical: false };
}
