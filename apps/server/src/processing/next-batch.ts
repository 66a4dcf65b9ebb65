import { isAlarm } from '@varde/catalogue/alarms';
import type { Uplink } from '@varde/contract/events';
import { eventsOf } from './transaction-row.ts';

export interface QueuedUplink {
  uplink: Uplink;
  /** Computed once, since a queue can be long. */
  load: UplinkLoad;
}

export interface UplinkLoad {
  holdsAlarm: boolean;
  /** Rows to store: its samples, or its alarms if there are more of these. 1 for an ordinary message. */
  rows: number;
}

/**
 * Takes the next batch from a queue that is longer than one batch: first the uplinks of devices with a waiting alarm, then
 * the rest in order of arrival. Order per device holds, and no alarm waits behind ordinary traffic. Devices with an
 * alarm take turns, fewest rows first, so that no device can delay the alarms of others. A batch has
 * at most `maxRows` rows, or one uplink with more.
 */
export function nextBatch<Waiting extends QueuedUplink>(
  queue: readonly Waiting[],
  maxRows: number,
): { batch: Waiting[]; rest: Waiting[] } {
  const count = countFitting(queue, maxRows);
  if (count === queue.length || !queue.some(({ load }) => load.holdsAlarm)) {
    return { batch: queue.slice(0, count), rest: queue.slice(count) };
  }
  const urgentDevices = new Set(queue.filter(({ load }) => load.holdsAlarm).map(senderOf));
  const isUrgent = (each: Waiting) => urgentDevices.has(senderOf(each));
  const ordered = [...inTurns(queue.filter(isUrgent)), ...queue.filter((each) => !isUrgent(each))];
  const batch = new Set(ordered.slice(0, countFitting(ordered, maxRows)));
  return { batch: [...batch], rest: queue.filter((each) => !batch.has(each)) };
}

/** The first of each device, then the second of each, and so on; in each round the fewest rows first. */
function inTurns<Waiting extends QueuedUplink>(queue: readonly Waiting[]): Waiting[] {
  const rounds: Waiting[][] = [];
  for (const list of Map.groupBy(queue, senderOf).values()) {
    for (const [round, each] of list.entries()) {
      rounds[round] ??= [];
      rounds[round].push(each);
    }
  }
  return rounds.flatMap((round) => round.sort((a, b) => a.load.rows - b.load.rows));
}

/** How many from the front have at most `maxRows` rows together; at least one. */
function countFitting(queue: readonly QueuedUplink[], maxRows: number): number {
  let rows = 0;
  const tooMany = queue.findIndex(({ load }, at) => {
    rows += load.rows;
    return at > 0 && rows > maxRows;
  });
  return tooMany === -1 ? queue.length : tooMany;
}

/** Names the sender of an uplink: its uplinks keep their order. */
export const senderOf = ({ uplink: { protocol, identity } }: QueuedUplink) => `${protocol}\n${identity}`;

export function loadOf(uplink: Uplink): UplinkLoad {
  const alarms = alarmsIn(uplink);
  const samples = uplink.kind === 'message' ? uplink.report.samples.length : 0;
  return { holdsAlarm: alarms > 0, rows: Math.max(1, samples, alarms) };
}

/** Whether an uplink contains an alarm. */
export function holdsAlarm(uplink: Uplink): boolean {
  return alarmsIn(uplink) > 0;
}

function alarmsIn(uplink: Uplink): number {
  if (uplink.kind !== 'message') return 0;
  let alarms = 0;
  for (const sample of uplink.report.samples)
    for (const { metyId } of eventsOf(sample)) if (isAlarm(metyId)) alarms += 1;
  return alarms;
}
