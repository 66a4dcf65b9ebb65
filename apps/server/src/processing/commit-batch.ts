import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { textOfName } from '#domain/devices/identities.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database.ts';
import { type Batch, type CanCarry, createEntry } from './batch.ts';
import type { Offers } from './offers.ts';
import { steps } from './steps/index.ts';

export interface CommittedBatch
  extends Pick<Batch, 'downlinks' | 'answers' | 'signals' | 'raised' | 'opened' | 'faults'> {
  /** One for each uplink, in the same order. */
  verdicts: UplinkVerdict[];
}

export interface BatchInput {
  uplinks: readonly Uplink[];
  woken: ReadonlySet<number>;
  offers: Offers;
  clock: Clock;
  carries: CanCarry;
}

/**
 * Takes uplinks through all steps in one transaction, and returns the changes. Rejects, with nothing stored or
 * published, when any of it fails.
 */
export async function commitBatch(
  to: { db: Database; bus: Bus },
  input: BatchInput,
): Promise<CommittedBatch> {
  const batch = await commitAndPublish(to, async (tx, changes) => {
    const created = createBatch(tx, input);
    for (const step of steps) await step(created);
    changes.publish(...created.events);
    return created;
  });
  rememberOffers(batch);
  const { entries, downlinks, answers, signals, raised, opened, faults } = batch;
  const verdicts = entries.map(({ verdict }) => verdict ?? 'recorded');
  return { verdicts, downlinks, answers, signals, raised, opened, faults };
}

function createBatch(tx: Database, { uplinks, woken, clock, ...input }: BatchInput): Batch {
  return {
    tx,
    now: clock.now(),
    monotonic: clock.monotonic(),
    entries: uplinks.map(createEntry),
    woken,
    offers: input.offers,
    carries: input.carries,
    devices: new Map(),
    signals: [],
    raised: new Set(),
    opened: new Set(),
    reopened: new Set(),
    stored: [],
    settingsChanged: new Set(),
    events: [],
    downlinks: [],
    answers: [],
    faults: [],
  };
}

/** Metrics count committed changes only. */
function rememberOffers({ devices, offers, downlinks, answers, monotonic }: Batch): void {
  const identities = [...devices.values()].flatMap((device) => device.identities);
  const connections = new Map(identities.map((each) => [textOfName(each), each.connectionId]));
  for (const identity of identities)
    if (identity.offerSettled || identity.connectionId === null) offers.settled(textOfName(identity));
  for (const downlink of [...downlinks, ...answers]) {
    const name = textOfName(downlink);
    const connectionId = connections.get(name) ?? null;
    offers.offer(name, { commandId: downlink.commandId, connectionId, at: monotonic });
  }
}
