import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { sql } from 'drizzle-orm';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { textOfName } from '#domain/devices/identities.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { type Batch, type CanCarry, createEntry, type Entry } from './batch.ts';
import type { Offers } from './offers.ts';
import { steps } from './steps/index.ts';

export interface CommittedBatch
  extends Pick<Batch, 'downlinks' | 'answers' | 'signals' | 'raised' | 'opened' | 'faults'> {
  /** One for each uplink, in the same order. Null: another transaction holds its device, and nothing of it is stored. */
  verdicts: (UplinkVerdict | null)[];
  /** Woken devices that another transaction holds. */
  busy: number[];
}

export interface BatchInput {
  uplinks: readonly Uplink[];
  woken: ReadonlySet<number>;
  offers: Offers;
  clock: Clock;
  carries: CanCarry;
  requireLock?: ((tx: Database) => Promise<void>) | undefined;
  /** How long a statement may wait for a lock, milliseconds; without it as long as the connection allows. */
  lockMs?: number | undefined;
}

/**
 * Takes uplinks through all steps in one transaction, and returns the changes. Rejects, with nothing stored or
 * published, when any of it fails.
 */
export async function commitBatch(to: { db: Database; bus: Bus }, input: BatchInput): Promise<CommittedBatch> {
  const { lockMs, uplinks, woken } = input;
  const { batch, all } = await commitAndPublish(
    to,
    async (tx, changes) => {
      await input.requireLock?.(tx);
      if (lockMs !== undefined) await tx.execute(sql`select set_config('lock_timeout', ${`${lockMs}`}, true)`);
      const all = uplinks.map(createEntry);
      const batch = createBatch(tx, all, input);
      for (const step of steps) await step(batch);
      changes.publish(...batch.events);
      return { batch, all };
    },
    { attempts: 1 }, // the batch processor takes it apart
  );
  rememberOffers(batch);
  const { entries, downlinks, answers, signals, raised, opened, faults } = batch;
  const taken = new Set(entries);
  const verdicts = all.map((entry) => (taken.has(entry) ? (entry.verdict ?? 'recorded') : null));
  const busy = [...woken].filter((deviId) => !batch.woken.has(deviId));
  return { verdicts, busy, downlinks, answers, signals, raised, opened, faults };
}

function createBatch(tx: Database, entries: readonly Entry[], { woken, clock, ...input }: BatchInput): Batch {
  return {
    tx,
    now: clock.now(),
    monotonic: clock.monotonic(),
    entries,
    woken,
    offers: input.offers,
    carries: input.carries,
    devices: new Map(),
    signals: [],
    raised: new Set(),
    opened: new Set(),
    reopened: new Set(),
    stored: [],
    changedPages: new Set(),
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
