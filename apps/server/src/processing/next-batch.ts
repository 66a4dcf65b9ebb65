import { isAlarm } from '@varde/catalogue/alarms';
import type { Uplink } from '@varde/contract/events';
import { eventsOf } from './transaction-row.ts';

export interface QueuedUplink {
  uplink: Uplink;
  /** As `holdsAlarm` says; asked once, since a queue can be long. */
  holdsAlarm: boolean;
}

/**
 * Cuts the next batch off a queue that is longer than one batch: first all that devices with a waiting alarm have
 * sent, then the rest, each in order of arrival. Order per device holds, and no alarm waits behind ordinary traffic.
 */
export function nextBatch<Waiting extends QueuedUplink>(
  queue: readonly Waiting[],
  maxBatch: number,
): { batch: Waiting[]; rest: Waiting[] } {
  if (queue.length <= maxBatch) return { batch: [...queue], rest: [] };
  const urgent = new Set(queue.filter((each) => each.holdsAlarm).map(({ uplink }) => keyOf(uplink)));
  const isFirst = ({ uplink }: Waiting) => urgent.has(keyOf(uplink));
  const ordered =
    urgent.size === 0 ? queue : [...queue.filter(isFirst), ...queue.filter((each) => !isFirst(each))];
  return { batch: ordered.slice(0, maxBatch), rest: ordered.slice(maxBatch) };
}

const keyOf = ({ protocol, identity }: Uplink) => `${protocol}\n${identity}`;

/** Whether an uplink says "alarm", whatever else it says. */
export function holdsAlarm(uplink: Uplink): boolean {
  if (uplink.kind !== 'message') return false;
  return uplink.report.samples.some((sample) => eventsOf(sample).some(({ metyId }) => isAlarm(metyId)));
}
