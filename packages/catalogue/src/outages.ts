import type { StatusKey } from './statuses.ts';
import type { WarningFlag } from './warning-flags.ts';

/**
 * Technical failures that hit many devices at once. `status` has the icon and the colour. None of them is
 * an alarm: each alarm keeps its own row (decision 0038).
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
/** Devices of customers directly below count too if so large a part of all of them fail: of many, some always do. */
export const outageShare = 0.01;
export const outageMs = 10 * 60_000;
/** A device that failed longer ago is a fault of its own, and no longer part of an outage. */
export const outageHoldsMs = 24 * 3_600_000;

export interface FailingDevice {
  custId: number;
  /** Since when it fails, Unix milliseconds; null: it does not. */
  failedAt: Readonly<Record<OutageKind, number | null>>;
}

export interface Outage {
  kind: OutageKind;
  /** Whose devices they are, or those of customers directly below. */
  custId: number;
  /** Devices that still fail. */
  count: number;
  /** When the first and the last of them failed. */
  since: number;
  latest: number;
}

export interface PlacedCustomer {
  parentId: number | null;
  /** Its depth in the tree. */
  level: number;
  /** Devices of it and of the customers directly below, of which devices of both can be one outage. */
  areaDevices: number;
}

/**
 * The outages among failing devices. A device belongs to one at most, of the first kind in the order of `outageKinds`: a
 * unit without power loses its contact as well. Devices that are too few for an outage at one customer are counted with
 * those of the customer above, if `customers` has it: the homes of one area are small.
 */
export function outagesAmong(
  devices: readonly FailingDevice[],
  customers: ReadonlyMap<number, PlacedCustomer>,
): Outage[] {
  const outages: Outage[] = [];
  let left = devices;
  for (const kind of outageKindKeys) {
    const found = outagesOfKind(
      left.filter(({ failedAt }) => failedAt[kind] !== null),
      kind,
      customers,
    );
    outages.push(...found.map(({ outage }) => outage));
    const part = new Set(found.flatMap(({ part }) => part));
    left = left.filter((device) => !part.has(device));
  }
  return outages;
}

/** The deepest customers first, so that what is left of each is known at the one above. */
function outagesOfKind(
  devices: readonly FailingDevice[],
  kind: OutageKind,
  customers: ReadonlyMap<number, PlacedCustomer>,
): { outage: Outage; part: FailingDevice[] }[] {
  const own = Map.groupBy(devices, ({ custId }) => custId);
  const fromBelow = new Map<number, FailingDevice[]>();
  const deepestFirst = [...customers].sort(([, a], [, b]) => b.level - a.level);
  return deepestFirst.flatMap(([custId, { parentId, areaDevices }]) => {
    const ofIt = own.get(custId) ?? [];
    const ofArea = crowdOf([...ofIt, ...(fromBelow.get(custId) ?? [])], kind);
    const part = ofArea.length >= areaDevices * outageShare ? ofArea : crowdOf(ofIt, kind);
    if (parentId !== null) {
      const inPart = new Set(part);
      const rest = ofIt.filter((device) => !inPart.has(device));
      fromBelow.set(parentId, [...(fromBelow.get(parentId) ?? []), ...rest]);
    }
    const [since, latest] = [part[0]?.failedAt[kind], part.at(-1)?.failedAt[kind]];
    if (typeof since !== 'number' || typeof latest !== 'number') return [];
    return [{ outage: { kind, custId, count: part.length, since, latest }, part }];
  });
}

/** Those of the devices that failed with at least `outageDevices` within some `outageMs` around them, the first one first. */
function crowdOf(devices: readonly FailingDevice[], kind: OutageKind): FailingDevice[] {
  const timeOf = ({ failedAt }: FailingDevice) => failedAt[kind] ?? 0;
  const sorted = devices.toSorted((a, b) => timeOf(a) - timeOf(b));
  const times = sorted.map(timeOf);
  return sorted.filter((_, at) => isCrowded(times, at));
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
