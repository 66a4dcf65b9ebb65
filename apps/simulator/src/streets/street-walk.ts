import { courseTo, metresBetween, type Place } from './place.ts';

export interface WalkPoint {
  place: Place;
  /** Degrees clockwise from north. */
  course: number;
}

/** The position after this many metres along the line, walked to and fro endlessly. */
export function pointAlong(line: readonly Place[], metres: number): WalkPoint {
  const total = lengthOf(line);
  const [first] = line;
  if (first === undefined) throw new RangeError('a street has at least one corner');
  if (total === 0) return { place: first, course: 0 };

  const inTurn = metres % (2 * total);
  const back = inTurn > total;
  let left = back ? 2 * total - inTurn : inTurn;
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1] ?? first, line[i] ?? first];
    const length = metresBetween(from, to);
    if (left <= length || i === line.length - 1) {
      const part = length === 0 ? 0 : Math.min(1, left / length);
      return {
        place: { lat: from.lat + (to.lat - from.lat) * part, lng: from.lng + (to.lng - from.lng) * part },
        course: back ? courseTo(to, from) : courseTo(from, to),
      };
    }
    left -= length;
  }
  return { place: first, course: 0 };
}

/** Metres from the first corner to the last. */
export function lengthOf(line: readonly Place[]): number {
  return line.reduce((sum, corner, i) => sum + metresBetween(line[i - 1] ?? corner, corner), 0);
}
