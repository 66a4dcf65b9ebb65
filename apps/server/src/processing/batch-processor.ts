import { setImmediate } from 'node:timers/promises';
import type { UplinkVerdict } from '@varde/contract/events';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { poolLimits } from '#platform/database/postgres-pool.ts';
import { isConflict } from '#platform/database/sql-state.ts';
import type { Log } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import { alarmOnly } from './alarm-only.ts';
import type { CanCarry } from './batch.ts';
import { type CommittedBatch, commitBatch } from './commit-batch.ts';
import { Counterproof } from './counterproof.ts';
import { mayBePoison } from './failure.ts';
import { senderOf } from './next-batch.ts';
import { createOffers } from './offers.ts';
import { busyPause, Postponed, stuckPause, type Waiting } from './postponed.ts';
import { createPoisonRecorder } from './record-poison.ts';

export interface ProcessorOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  carries: CanCarry;
  /** Throws in a transaction when another process may have taken over. */
  requireLock?: ((tx: Database) => Promise<void>) | undefined;
}

/**
 * How long a batch waits for a lock that it cannot skip, milliseconds: each half of it half as long; and all those together
 * that have waited in vain before.
 */
const lockWait = { firstMs: poolLimits.processing.waits.lockMs, leastMs: 50, apartMs: 100 };

/** What a batch consists of. */
interface Work {
  uplinks: readonly Waiting[];
  woken: ReadonlySet<number>;
  /** Absent: as long as the connection allows. */
  lockMs?: number;
}

/** Commits batches; live events and downlinks go out after the commit, and then the publishers get their verdicts. */
export class BatchProcessor {
  readonly #options: ProcessorOptions;
  readonly #offers = createOffers();
  readonly #recordPoison: ReturnType<typeof createPoisonRecorder>;
  /** Senders of uplinks that made a batch wait for a lock: they are tried alone. */
  readonly #stuck = new Set<string>();
  readonly #counterproof = new Counterproof();
  /** Uplinks of the present batch that fail alone: what becomes of the others tells whether they are to blame. */
  readonly #failing: { waiting: Waiting; error: unknown }[] = [];
  /** Whether anything of the present batch was settled by a commit: the database does not fail then. */
  #hasSettled = false;
  #failedAt: number | null = null;
  #storedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ProcessorOptions) {
    this.#options = options;
    this.#recordPoison = createPoisonRecorder(options);
  }

  /** When the database last failed to commit, by the monotonic clock; null when it has committed since. */
  get failedAt(): number | null {
    return this.#failedAt;
  }

  /** When an uplink was last settled by a commit, by the monotonic clock. */
  get storedAt(): number {
    return this.#storedAt;
  }

  /** Settles the uplinks, except for those that it postpones. Never rejects. `woken` are devices with a newly written command. */
  async process(batch: readonly Waiting[], woken: ReadonlySet<number>): Promise<Postponed> {
    const postponed = new Postponed();
    this.#hasSettled = false;
    const isStuck = (each: Waiting) => this.#stuck.has(senderOf(each));
    const [apart, together] = [batch.filter(isStuck), batch.filter((each) => !isStuck(each))];
    await this.#try({ uplinks: together, woken }, postponed);
    await this.#tryApart(apart, postponed);
    await this.#judgeFailing();
    return postponed;
  }

  /** Each may wait for a lock in vain, and all others wait with it: those for whom no time is left are tried later. */
  async #tryApart(apart: readonly Waiting[], postponed: Postponed): Promise<void> {
    const { clock } = this.#options;
    const until = clock.monotonic() + lockWait.apartMs;
    for (const uplinks of Map.groupBy(apart, senderOf).values()) {
      if (clock.monotonic() < until) await this.#try({ uplinks, woken: none, lockMs: lockWait.leastMs }, postponed);
      else postponed.uplinks.push(...uplinks);
    }
  }

  /** Where everything fails in the same way, it is the database that fails. */
  async #judgeFailing(): Promise<void> {
    const now = this.#options.clock.monotonic();
    for (const { waiting, error } of this.#failing.splice(0)) {
      const isToBlame = this.#counterproof.blames(waiting, now);
      if (!isToBlame && !this.#hasSettled) this.#failedAt = now;
      const isRecorded = isToBlame && this.#counterproof.isNews(waiting);
      const putAside = isRecorded ? await this.#recordPoison(waiting.uplink, error) : error;
      waiting.reject(this.#counterproof.isHopeless(waiting) ? putAside : error);
    }
    this.#counterproof.batchEnds();
  }

  #rejectAll(uplinks: readonly Waiting[], error: unknown): void {
    this.#failedAt = this.#options.clock.monotonic();
    for (const { reject } of uplinks) reject(error);
  }

  async #try(work: Work, postponed: Postponed): Promise<void> {
    const uplinks = postponed.takeFollowing(work.uplinks);
    if (uplinks.length === 0 && work.woken.size === 0) return;
    try {
      this.#counterproof.committed(uplinks, await this.#commit({ ...work, uplinks }, postponed));
    } catch (error) {
      await this.#processFailed({ ...work, uplinks }, postponed, error);
    }
  }

  async #commit({ uplinks: batch, ...work }: Work, postponed: Postponed): Promise<CommittedBatch> {
    const { db, bus, log, clock, carries, requireLock } = this.#options;
    const uplinks = batch.map(({ uplink }) => uplink);
    const endTimer = metrics.commitSeconds.startTimer();
    const given = { ...work, uplinks, offers: this.#offers, clock, carries, requireLock };
    const committed = await commitBatch({ db, bus }, given);
    endTimer();
    this.#failedAt = null;
    if (committed.verdicts.some((verdict) => verdict !== null)) {
      this.#hasSettled = true;
      this.#storedAt = clock.monotonic();
    }
    metrics.commitUplinks.observe(uplinks.length);
    count(committed, clock.now());
    for (const answer of committed.answers) bus.publishDownlink(answer);
    for (const fault of committed.faults) log.error({ err: fault }, 'a part of a batch was left out');
    batch.forEach((waiting, index) => {
      const verdict = committed.verdicts[index] ?? null;
      if (verdict === null) postponed.add(waiting, busyPause);
      else settle(waiting, verdict);
      this.#stuck.delete(senderOf(waiting));
    });
    for (const deviId of committed.busy) postponed.woken.add(deviId);
    await sendDownlinks(bus, committed);
    return committed;
  }

  async #processFailed(work: Work, postponed: Postponed, error: unknown): Promise<void> {
    const { log } = this.#options;
    const { uplinks, woken } = work;
    const known = { err: error, uplinks: uplinks.length };
    if (isConflict(error)) {
      log.warn(known, 'a batch of uplinks conflicts with another transaction');
      for (const deviId of woken) postponed.woken.add(deviId);
      await this.#tryHalves(work, postponed, (alone) => this.#postpone(alone, postponed));
      return;
    }
    log.error(known, 'a batch of uplinks was not committed');
    if (mayBePoison(error)) {
      await this.#tryHalves(work, postponed, (alone) => this.#processPoison(alone, postponed, error));
      return;
    }
    this.#rejectAll(uplinks, error);
  }

  /** What fails must not take the others with it: the batch is halved down to the uplink that is to blame. */
  async #tryHalves(
    { uplinks, lockMs = lockWait.firstMs }: Work,
    postponed: Postponed,
    toBlame: (alone: Waiting) => void | Promise<void>,
  ): Promise<void> {
    const [first, ...others] = uplinks;
    if (first === undefined) return;
    if (others.length === 0) return toBlame(first);
    const half = Math.ceil(uplinks.length / 2);
    const part = { woken: none, lockMs: Math.max(lockMs / 2, lockWait.leastMs) };
    await this.#try({ ...part, uplinks: uplinks.slice(0, half) }, postponed);
    await this.#try({ ...part, uplinks: uplinks.slice(half) }, postponed);
  }

  #postpone(alone: Waiting, postponed: Postponed): void {
    this.#stuck.add(senderOf(alone));
    postponed.add(alone, stuckPause);
  }

  /** A device's measurements must not keep its alarm from being raised: the alarm is retried alone. */
  async #processPoison(poison: Waiting, postponed: Postponed, error: unknown): Promise<void> {
    const alarm = alarmOnly(poison.uplink);
    if (alarm !== null) {
      const work = { uplinks: [{ ...poison, uplink: alarm }], woken: none };
      try {
        const { verdicts } = await this.#commit(work, postponed);
        if (verdicts[0] !== null) this.#counterproof.settled([poison]);
        return;
      } catch (again) {
        if (isConflict(again)) return this.#postpone(poison, postponed);
        this.#options.log.error({ err: again }, 'an uplink was not committed with its alarm alone either');
        if (!mayBePoison(again)) return this.#rejectAll([poison], again);
      }
    }
    this.#failing.push({ waiting: poison, error });
  }
}

const none: ReadonlySet<number> = new Set();

/** After the gateway has acknowledged: a device learns that its message is safe before it gets a command. */
async function sendDownlinks(bus: Bus, { downlinks }: CommittedBatch): Promise<void> {
  if (downlinks.length === 0) return;
  await setImmediate();
  for (const downlink of downlinks) bus.publishDownlink(downlink);
}

function count({ raised, opened, signals }: CommittedBatch, now: number): void {
  metrics.alarmsRaised.inc({ kind: 'new' }, opened.size);
  metrics.alarmsRaised.inc({ kind: 'repeated' }, raised.size - opened.size);
  for (const { receivedAt } of signals) metrics.alarmSeconds.observe(Math.max(0, now - receivedAt.getTime()) / 1000);
}

function settle({ uplink, resolve }: Waiting, verdict: UplinkVerdict): void {
  metrics.uplinks.inc({ protocol: uplink.protocol, verdict });
  if (verdict === 'unknownDevice') metrics.unknownDevices.inc({ protocol: uplink.protocol });
  resolve(verdict);
}
