import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { textOfName } from '#domain/devices/identities.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database.ts';
import { type Batch, type Carries, createEntry, nameOfSender } from './batch.ts';
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
  carries: Carries;
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

function createBatch(tx: Database, { uplinks, woken, clock, ...input }: BatchInput): Batch {
  return {
    tx,
    now: clock.now(),
    monotonic: clock.monotonic(),
    entries: uplinks.map(createEntry),
    woken,
    connections: input.connections,
    carries: input.carries,
    devices: new Map(),
    signals: [],
    stored: [],
    settingsChanged: new Set(),
    events: [],
    downlinks: [],
  };
}

/** Only what is committed is true. */
function rememberConnections({ entries, devices, connections, downlinks, monotonic }: Batch): void {
  for (const identity of [...devices.values()].flatMap(({ identities }) => identities)) {
    const name = textOfName(identity);
    if (identity.connectionId === null) connections.disconnected(name);
    else connections.connected(name, identity.connectionId);
    if (identity.offerSettled) connections.settled(name);
  }
  // An identity that was taken from its device speaks for nobody.
  for (const { uplink, identity } of entries) {
    const name = nameOfSender(uplink);
    if (identity === null && name !== null) connections.disconnected(textOfName(name));
  }
  for (const downlink of downlinks)
    connections.offer(textOfName(downlink), { commandId: downlink.commandId, at: monotonic });
}
