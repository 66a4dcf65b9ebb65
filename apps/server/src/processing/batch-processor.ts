import { setImmediate } from 'node:timers/promises';
import type { UplinkVerdict } from '@varde/contract/events';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import { alarmOnly } from './alarm-only.ts';
import type { CanCarry } from './batch.ts';
import { type CommittedBatch, commitBatch } from './commit-batch.ts';
import { isConflict, mayBePoison } from './failure.ts';
import type { QueuedUplink } from './next-batch.ts';
import { createOffers } from './offers.ts';
import { createPoisonRecorder } from './record-poison.ts';

export interface ProcessorOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  carries: CanCarry;
}

/** An uplink whose publisher waits for its verdict. */
export interface Waiting extends QueuedUplink {
  /** When it was queued, by the monotonic clock. */
  since: number;
  resolve(verdict: UplinkVerdict): void;
  reject(error: unknown): void;
}

export interface BatchProcessor {
  /** Settles every one of the uplinks. Never rejects. `woken` are devices with a newly written command. */
  process(batch: readonly Waiting[], woken: ReadonlySet<number>): Promise<void>;
  /** When the database last failed to commit, by the monotonic clock; null when it has committed since. */
  failedAt(): number | null;
}

/** Attempts for a batch that conflicts with another transaction. */
const maxAttempts = 3;

/** Commits batches; live events and downlinks go out after the commit, and then the publishers get their verdicts. */
export function createBatchProcessor(options: ProcessorOptions): BatchProcessor {
  const { db, bus, clock, log, carries } = options;
  const offers = createOffers();
  const recordPoison = createPoisonRecorder(options);
  let failedAt: number | null = null;

  async function process(batch: readonly Waiting[], woken: ReadonlySet<number>): Promise<void> {
    try {
      await commit(batch, woken);
    } catch (error) {
      await processFailed(batch, error);
    }
  }

  async function commit(batch: readonly Waiting[], woken: ReadonlySet<number>, attempt = 1): Promise<void> {
    try {
      const uplinks = batch.map(({ uplink }) => uplink);
      const endTimer = metrics.commitSeconds.startTimer();
      const committed = await commitBatch({ db, bus }, { uplinks, woken, offers, clock, carries });
      endTimer();
      failedAt = null;
      metrics.commitUplinks.observe(uplinks.length);
      count(committed, clock.now());
      for (const answer of committed.answers) bus.publishDownlink(answer);
      for (const fault of committed.faults) log.error({ err: fault }, 'a part of a batch was left out');
      batch.forEach((waiting, index) => {
        settle(waiting, committed.verdicts[index] ?? 'recorded');
      });
      await sendDownlinks(bus, committed);
    } catch (error) {
      if (!isConflict(error) || attempt >= maxAttempts) throw error;
      await commit(batch, woken, attempt + 1);
    }
  }

  /** One bad uplink must not take the others with it: the batch is halved down to the bad one, which is recorded. */
  async function processFailed(batch: readonly Waiting[], error: unknown): Promise<void> {
    log.error({ err: error, uplinks: batch.length }, 'a batch of uplinks was not committed');
    if (!mayBePoison(error)) {
      failedAt = clock.monotonic();
      for (const { reject } of batch) reject(error);
    } else if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await process(batch.slice(0, half), new Set());
      await process(batch.slice(half), new Set());
    } else {
      const [poison] = batch;
      if (poison !== undefined) await processPoison(poison, error);
    }
  }

  /** A device's measurements must not keep its alarm from being raised: the alarm is retried alone. */
  async function processPoison(poison: Waiting, error: unknown): Promise<void> {
    const alarm = alarmOnly(poison.uplink);
    if (alarm !== null) {
      try {
        await commit([{ ...poison, uplink: alarm }], new Set());
        return;
      } catch (again) {
        log.error({ err: again }, 'an uplink was not committed with its alarm alone either');
        if (!mayBePoison(again)) {
          poison.reject(again);
          return;
        }
      }
    }
    poison.reject(await recordPoison(poison.uplink, error));
  }

  return { process, failedAt: () => failedAt };
}

/** After the gateway has acknowledged: a device learns that its message is safe before it gets a command. */
async function sendDownlinks(bus: Bus, { downlinks }: CommittedBatch): Promise<void> {
  if (downlinks.length === 0) return;
  await setImmediate();
  for (const downlink of downlinks) bus.publishDownlink(downlink);
}

function count({ raised, opened, signals }: CommittedBatch, now: number): void {
  metrics.alarmsRaised.inc({ kind: 'new' }, opened.size);
  metrics.alarmsRaised.inc({ kind: 'repeated' }, raised.size - opened.size);
  for (const { receivedAt } of signals)
    metrics.alarmSeconds.observe(Math.max(0, now - receivedAt.getTime()) / 1000);
}

function settle({ uplink, resolve }: Waiting, verdict: UplinkVerdict): void {
  metrics.uplinks.inc({ protocol: uplink.protocol, verdict });
  if (verdict === 'unknownDevice') metrics.unknownDevices.inc({ protocol: uplink.protocol });
  resolve(verdict);
}
