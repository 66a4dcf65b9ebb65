import { setTimeout as sleep } from 'node:timers/promises';
import type { FairTurns, Waiting } from '#platform/delivery/fair-turns.ts';
import type { Room } from '#platform/delivery/provider-pace.ts';
import type { JobContext } from './job.ts';

export interface Channel<Message extends { turn: Waiting }> {
  /** Whose turn it is. */
  turns: FairTurns;
  /** Messages on their way at once. */
  atOnce: number;
  /** Leases as many due messages as have room, those whose turn it is; no other process takes them meanwhile. */
  take(room: Room): Promise<Message[]>;
  /** It is about something else than an alarm. */
  isOther?(message: Message): boolean;
  /** Hands one message over, within a time limit, and stores what became of it. */
  deliver(message: Message): Promise<void>;
}

/** Places that messages about something else than an alarm do not take, however long they hang, and the most that they take. */
const placesForAlarms = 4;
const mostOthers = 12;
/** Due messages are looked for so often while others are on their way. */
const lookAgainMs = 500;
/** Shorter than the time after which the queue gives a run up. */
const longestRunMs = 600_000;

/**
 * Delivers what is due, and what becomes due meanwhile: a message whose provider does not answer holds one place, and
 * delays others only when no place is left. A delivery that fails stops no other; the run fails at its end.
 */
export async function deliverSideBySide<Message extends { turn: Waiting }>(
  { clock, stopping, woken }: Pick<JobContext, 'clock' | 'stopping' | 'woken'>,
  { turns, atOnce, take, deliver, isOther = () => false }: Channel<Message>,
): Promise<void> {
  const began = clock.monotonic();
  const onTheirWay = new Set<Promise<void>>();
  let others = 0;
  const failures: unknown[] = [];
  let isReachable = true;
  const mayTake = () => isReachable && !stopping.aborted && clock.monotonic() - began < longestRunMs;
  const begin = (message: Message): void => {
    const place = isOther(message) ? 1 : 0;
    others += place;
    turns.begin(message.turn);
    const delivery = deliver(message)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        others -= place;
        turns.end(message.turn);
        onTheirWay.delete(delivery);
      });
    onTheirWay.add(delivery);
  };
  const room = (): Room => ({
    all: atOnce - onTheirWay.size,
    others: Math.max(0, Math.min(atOnce - placesForAlarms, mostOthers) - others),
  });
  for (;;) {
    const more = woken();
    const looked = clock.monotonic();
    const wasIdle = onTheirWay.size === 0;
    if (mayTake() && onTheirWay.size < atOnce)
      await take(room()).then(
        (messages) => messages.forEach(begin),
        (error: unknown) => {
          isReachable = false;
          failures.push(error);
        },
      );
    const restMs = Math.min(clock.monotonic() - looked, lookAgainMs);
    if (onTheirWay.size === 0) {
      if (wasIdle || !mayTake()) break;
      // All have arrived meanwhile: what had no place at this look has one now.
      continue;
    }
    await (mayTake() ? firstOf([more, ...onTheirWay]) : Promise.all(onTheirWay));
    // When very much waits, a look takes long, and others need the database as well.
    if (restMs > 0) await sleep(restMs);
  }
  if (failures.length > 0) throw new AggregateError(failures, 'messages could not be delivered');
}

/** Resolves with the first of these, at the latest when it is time to look again. */
async function firstOf(promises: readonly Promise<void>[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, lookAgainMs);
  await Promise.race([promise, ...promises]);
  clearTimeout(timer);
}
