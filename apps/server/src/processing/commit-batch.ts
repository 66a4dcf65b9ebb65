import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database.ts';
import { type Batch, createEntry } from './batch.ts';
import type { Connections } from './connections.ts';
import { steps } from './steps/index.ts';

export interface CommittedBatch extends Pick<Batch, 'events' | 'downlinks' | 'signals'> {
  /** One for each uplink, in the same order. */
  verdicts: UplinkVerdict[];
}

export interface BatchInput {
  uplinks: readonly Uplink[];
  woken: ReadonlySet<number>;
  connections: Connections;
  clock: Clock;
}

/**
 * Takes uplinks through all steps in one transaction, and tells what changed. Rejects, with nothing stored or told, when
 * any of it fails.
 */
export async function commitBatch(
  to: { db: Database; bus: Bus },
  input: BatchInput,
): Promise<CommittedBatch> {
  const batch = await commitAndPublish(to, async (tx, changes) => {
    const created = createBatch(tx, input);
    for (const step of steps) await step(created);
    changes.tell(...created.events);
    return created;
  });
  rememberConnections(batch);
  const { events, downlinks, signals } = batch;
  return { verdicts: batch.entries.map(({ verdict }) => verdict ?? 'recorded'), events, downlinks, signals };
}

function createBatch(tx: Database, { uplinks, woken, connections, clock }: BatchInput): Batch {
  return {
    tx,
    now: clock.now(),
    monotonic: clock.monotonic(),
    entries: uplinks.map(createEntry),
    woken,
    connections,
    devices: new Map(),
    signals: [],
    stored: [],
    settingsChanged: new Set(),
    events: [],
    downlinks: [],
  };
}

/** Only what is committed is true. */
function rememberConnections({ devices, connections, downlinks, monotonic }: Batch): void {
  for (const [deviId, { connectionId, offerSettled }] of devices) {
    if (connectionId === null) connections.disconnected(deviId);
    else connections.connected(deviId, connectionId);
    if (offerSettled) connections.settled(deviId);
  }
  for (const { deviId, downlink } of downlinks)
    connections.offer(deviId, { commandId: downlink.commandId, at: monotonic });
}
