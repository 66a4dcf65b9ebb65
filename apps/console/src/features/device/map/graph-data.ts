import type { Output } from '#data/api/call.ts';

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
