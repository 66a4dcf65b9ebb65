import type { Output } from '#data/api/call.ts';
import { dayOf, startOf } from '#ui/day.ts';

export type GraphPoint = Output<'getBatteryAndSignal'>['points'][number];

/**
 * The points of the lines: where nothing was heard for longer than the gap (milliseconds) both lines are broken, and
 * within it a value that a report lacks is the last one.
 */
export function graphData(points: readonly GraphPoint[], gap: number): GraphPoint[] {
  const drawn: GraphPoint[] = [];
  for (const point of points) {
    const last = drawn.at(-1);
    const isBroken = last !== undefined && point.time - last.time > gap;
    if (isBroken) drawn.push({ time: last.time + gap, battery: null, signal: null });
    const kept = isBroken ? undefined : last;
    drawn.push({
      time: point.time,
      battery: point.battery ?? kept?.battery ?? null,
      signal: point.signal ?? kept?.signal ?? null,
    });
  }
  return drawn;
}

const hour = 3_600_000;

/** The marks of the axis of time: the midnights of a range, or every sixth hour of a single day. */
export function graphTicks(from: number, to: number): number[] {
  const days = Math.round((to - from) / (24 * hour));
  if (days === 1) return [0, 6, 12, 18].map((hours) => from + hours * hour);
  return Array.from({ length: days + 1 }, (_, at) => startOf(dayOf(from), at) ?? to);
}

/** Alarms, oldest first, of which those that are too near to the former name are marks without one. */
export function namedApart<Mark extends { time: number; label: string }>(alarms: readonly Mark[], apart: number) {
  let named = Number.NEGATIVE_INFINITY;
  return [...alarms]
    .sort((a, b) => a.time - b.time)
    .map(({ time, label }) => {
      if (time - named < apart) return { time };
      named = time;
      return { time, label };
    });
}
