import type { LiveEvent } from '@varde/contract/events';
import type { Slices } from '../limits/slices.ts';
import type { LiveFeed } from './topic.ts';

export interface Subscription {
  /** Offers events. */
  take(events: readonly LiveEvent[]): void;
  end(): void;
}

/** Ordinary changes leave at most this often, where their feed says nothing else. */
export const gatherMs = 250;

export interface SubscriptionOptions {
  /** Asks the feed for its first message, in the caller's turn. */
  first(): Promise<unknown>;
  /** Prepares the next message, in the caller's turn; undefined: the feed needs no preparation. */
  prepare?: (() => Promise<void>) | undefined;
  send(message: unknown): void;
  /** The feed failed. */
  fail(error: unknown): void;
  slices: Slices;
}

/**
 * Connects one feed to one subscriber: accepts events from the start, sends the first message before anything else,
 * then urgent feeds at once and others gathered.
 */
export function startSubscription(
  feed: LiveFeed<unknown>,
  { first, prepare, send, fail, slices }: SubscriptionOptions,
): Subscription {
  let state: 'starting' | 'running' | 'ended' = 'starting';
  let kept = false;
  let timer: NodeJS.Timeout | null = null;
  let preparing = false;

  const flush = () => {
    timer = null;
    if (state !== 'running' || !kept) return;
    kept = false;
    if (prepare === undefined) deliver();
    else sendPrepared(prepare).catch(fail);
  };
  const deliver = () => {
    send(feed.flush());
    if (!feed.urgent) timer = setTimeout(() => slices.add([flush]), feed.gatherMs ?? gatherMs);
  };
  const sendPrepared = async (work: () => Promise<void>) => {
    preparing = true;
    await work();
    preparing = false;
    if (state === 'running') deliver();
  };
  /** The timer runs for as long as the last message is younger than the time of gathering. */
  const flushWhenDue = () => {
    if (timer === null && !preparing) flush();
  };

  const start = async () => {
    const message = await first();
    if (state === 'ended') return;
    state = 'running';
    if (message !== null) send(message);
    flushWhenDue();
  };
  start().catch(fail);

  return {
    take: (events) => {
      for (const event of events) if (feed.take(event)) kept = true;
      if (kept && state === 'running') flushWhenDue();
    },
    end: () => {
      state = 'ended';
      if (timer !== null) clearTimeout(timer);
    },
  };
}
