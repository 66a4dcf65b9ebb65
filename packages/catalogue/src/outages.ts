import type { StatusKey } from './statuses.ts';
import type { WarningFlag } from './warning-flags.ts';

/**
 * Technical failures that hit many devices at once. `status` has the icon and the colour. None of them is
 * an alarm: each alarm keeps its own row (decision 0069).
 */
export const outageKinds = [
  { key: 'powerFailure', flags: ['powerFailure'], status: 'powerFailure' },
  { key: 'offline', flags: ['offline', 'offlineWarning'], status: 'offline' },
  { key: 'connectionLost', flags: ['tcpStatusDisabledWarning'], status: 'tcpDisabled' },
] as const satisfies readonly {
  key: string;
  flags: readonly WarningFlag[];
  status: StatusKey;
}[];

export type OutageKind = (typeof outageKinds)[number]['key'];
export const outageKindKeys = outageKinds.map(({ key }) => key) as [OutageKind, ...OutageKind[]];

/** So many devices of one customer that failed within `outageMs` are one outage. */
export const outageDevices = 20;
export const outageMs = 10 * 60_000;
/** A device that failed longer ago is a fault of its own, and no longer part of an outage. */
export const outageHoldsMs = 24 * 3_600_000;

export interface Outage {
  /** Devices that still fail. */
  count: number;
  /** When the first and the last of them failed. */
  since: number;
  latest: number;
}

/**
 * The outage among devices of one customer and kind that still fail, given the time when each failed. A device is part
 * of it when at least `outageDevices` failed within some `outageMs` around it; null: no device is.
 */
export function outageOf(times: readonly number[]): Outage | null {
  const sorted = [...times].sort((a, b) => a - b);
  const part = sorted.filter((_, at) => isCrowded(sorted, at));
  const [since] = part;
  const latest = part.at(-1);
  return since === undefined || latest === undefined ? null : { count: part.length, since, latest };
}

/** Whether one of the runs of `outageDevices` times that include this one is short enough. */
function isCrowded(sorted: readonly number[], at: number): boolean {
  for (let first = Math.max(0, at - outageDevices + 1); first <= at; first++) {
    const from = sorted[first];
    const to = sorted[first + outageDevices - 1];
    if (from !== undefined && to !== undefined && to - from <= outageMs) return true;
  }
  return false;
}
