import { setImmediate } from 'node:timers/promises';
import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { devicesToSendTo } from '#domain/commands/commands.ts';
import { secretsOf } from '#domain/devices/identities.ts';
import type { Service } from '#platform/service.ts';
import { BatchProcessor, type ProcessorOptions } from './batch-processor.ts';
import { loadOf, senderOf } from './next-batch.ts';
import type { Waiting } from './postponed.ts';
import { UplinkQueue } from './uplink-queue.ts';

export interface RunnerOptions extends ProcessorOptions {
  /** Rows of one transaction: an ordinary uplink is one, one with many samples as many. */
  maxBatch?: number;
  /** Size of the queue; a further uplink is refused, and the device retries. */
  maxQueue?: number;
}

/** Wait of an uplink above which processing is unhealthy; devices wait about as long for their answer. */
const patienceMs = 10_000;

/**
 * Turns of the event loop before each batch. Node accepts one connection in each, and a batch of the embedded database is
 * one turn: with a single one before it, a fleet that comes back would be accepted one device for each commit, and an alarm
 * would wait behind all of it. Turns in which nothing happens take microseconds.
 */
const turnsBetween = 32;

/** Woken devices of one transaction, so that an alarm beside them does not wait for thousands. */
const maxWoken = 100;

/** After which a woken device that another transaction holds is tried again. */
const wakeAgainMs = 250;

/** Time for which a failed commit counts as unhealthy when no further commit follows. */
const failureMs = 60_000;

/**
 * Processes uplinks in order of arrival, many in one transaction: while one batch is committed the next one gathers,
 * so the size of a batch follows the load and a lone message does not wait. A device of which another transaction holds
 * a row rests for moments, with all that it sends, and delays no other. Uplinks before the
 * start wait for it. Stopping commits the queue, and refuses later uplinks and those of devices that are held then.
 */
export function createRunner(options: RunnerOptions): Service {
  const { db, bus, clock, maxBatch = 500, maxQueue = 50_000 } = options;
  const processor = new BatchProcessor(options);
  const queue = new UplinkQueue(work);
  const woken = new Set<number>();
  let committing: readonly Waiting[] = [];
  let working: Promise<void> | null = null;
  let started = false;
  let stopped = false;

  function take(uplink: Uplink): Promise<UplinkVerdict> {
    if (stopped) return Promise.reject(new Error('processing is stopping'));
    if (queue.uplinks.length >= maxQueue) return Promise.reject(new Error('processing is overloaded'));
    return new Promise((resolve, reject) => {
      queue.add({ uplink, load: loadOf(uplink), since: clock.monotonic(), resolve, reject });
      work();
    });
  }

  function wake(deviId: number): void {
    if (stopped) return;
    woken.add(deviId);
    work();
  }

  const hasWork = (): boolean => woken.size > 0 || queue.hasReady;

  function work(): void {
    if (started && hasWork()) working ??= drain();
  }

  async function drain(): Promise<void> {
    while (hasWork()) {
      // All readable sockets are read first. The embedded database works in this thread: a batch from the first socket
      // would keep the others waiting, and each would become a batch of its own.
      for (let turn = 0; turn < turnsBetween; turn++) await setImmediate();
      committing = queue.take(maxBatch);
      const postponed = await processor.process(committing, takeSome(woken, maxWoken));
      committing = [];
      queue.putBack(postponed.uplinks);
      if (stopped) queue.rejectAll(new Error('processing is stopping, and another transaction holds the device'));
      for (const deviId of postponed.woken) setTimeout(wake, wakeAgainMs, deviId);
    }
    working = null; // at once, so that nothing is queued between the last check and the end
  }

  bus.onUplink(take);
  bus.onCommandsChanged(wake);
  bus.onMissed(() => void wakeAll(options, wake));
  bus.onSecretsAsked((protocol, identities) => secretsOf(db, protocol, identities));
  return {
    name: 'processing',
    start: async () => {
      started = true;
      work();
    },
    stop: async () => {
      stopped = true;
      queue.wakeAll();
      work();
      await working;
      queue.rejectAll(new Error('processing never started'));
    },
    isHealthy: () => isHealthy(processor, [...committing, ...queue.uplinks], clock.monotonic()),
  };
}

function isHealthy({ failedAt, storedAt }: BatchProcessor, waiting: readonly Waiting[], now: number): boolean {
  if (failedAt !== null && now - failedAt < failureMs) return false;
  // What others hold is not what all need as long as something is stored.
  const needed = now - storedAt > patienceMs ? waiting : notHeld(waiting);
  return !needed.some(({ since }) => now - since > patienceMs);
}

/** Without those of devices that another transaction holds. */
function notHeld(waiting: readonly Waiting[]): Waiting[] {
  const held = new Set(waiting.filter(({ pauseMs }) => pauseMs !== undefined).map(senderOf));
  return waiting.filter((each) => !held.has(senderOf(each)));
}

/** Moves at most `count` members out of a set, those that have been in it longest. */
function takeSome(from: Set<number>, count: number): Set<number> {
  const taken = new Set([...from].slice(0, count));
  for (const each of taken) from.delete(each);
  return taken;
}

/** Commands were written, and this process may not have been told of which devices. */
async function wakeAll({ db, log }: RunnerOptions, wake: (deviId: number) => void): Promise<void> {
  try {
    for (const deviId of await devicesToSendTo(db)) wake(deviId);
  } catch (error) {
    log.error({ err: error }, 'commands wait for the next message of their devices');
  }
}
