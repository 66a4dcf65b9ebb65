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
  /** Beats a minute. */
  heartRate: number;
  /** mmHg */
  systolic: number;
  diastolic: number;
}

export function createBody(home: Place | null, random: Random): Body {
  return {
    place: home,
    speed: 0,
    course: 0,
    steps: 0,
    battery: 45 + random.below(55),
    charging: false,
    heartRate: 72,
    systolic: 128,
    diastolic: 79,
  };
}

/** What a measurement finds now: a few beats and mmHg from the time before. */
export function measure(body: Body, random: Random): void {
  const near = (value: number, least: number, most: number) =>
    Math.min(most, Math.max(least, value + random.below(9) - 4));
  body.heartRate = near(body.heartRate, 55, 110);
  body.systolic = near(body.systolic, 105, 160);
  body.diastolic = near(body.diastolic, 62, 98);
}

export function observe(body: Body, kind: SignalKind, at: number): Observation {
  return { ...body, kind, at, historical: false };
}
