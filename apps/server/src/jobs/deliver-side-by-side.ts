import type { JobContext } from './job.ts';

export interface Channel<Message> {
  /** Messages on their way at once. */
  atOnce: number;
  /** Leases at most so many due messages, the most urgent first; no other process takes them meanwhile. */
  take(most: number): Promise<Message[]>;
  /** Hands one message over, within a time limit, and stores what became of it. */
  deliver(message: Message): Promise<void>;
}

/** Due messages are looked for so often while others are on their way. */
const lookAgainMs = 500;
/** Shorter than the time after which the queue of jobs takes a run for dead. */
const longestRunMs = 600_000;

/**
 * Delivers what is due, and what becomes due meanwhile: a message whose provider does not answer holds one place, and
 * delays others only when no place is left. A delivery that fails stops no other; the run fails at its end.
 */
export async function deliverSideBySide<Message>(
  { clock, stopping }: Pick<JobContext, 'clock' | 'stopping'>,
  { atOnce, take, deliver }: Channel<Message>,
): Promise<void> {
  const began = clock.monotonic();
  const onTheirWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let isReachable = true;
  const mayTake = () => isReachable && !stopping.aborted && clock.monotonic() - began < longestRunMs;
  const begin = (message: Message): void => {
    const delivery = deliver(message)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => onTheirWay.delete(delivery));
    onTheirWay.add(delivery);
  };
  for (;;) {
    if (mayTake() && onTheirWay.size < atOnce)
      await take(atOnce - onTheirWay.size).then(
        (messages) => messages.forEach(begin),
        (error: unknown) => {
          isReachable = false;
          failures.push(error);
        },
      );
    if (onTheirWay.size === 0) break;
    await (mayTake() ? firstOf(onTheirWay) : Promise.all(onTheirWay));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'messages could not be delivered');
}

/** Resolves with the first that ends, at the latest when it is time to look again. */
async function firstOf(onTheirWay: Iterable<Promise<void>>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, lookAgainMs);
  await Promise.race([promise, ...onTheirWay]);
  clearTimeout(timer);
}
