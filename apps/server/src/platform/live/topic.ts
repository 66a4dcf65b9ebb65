import type { LiveEvent } from '@varde/contract/events';
import type { LiveMessage, LiveTopicName } from '@varde/contract/live';
import type { Caller } from '../caller.ts';

/** A topic of the live channel. Features define them, the hub serves them. */
export interface LiveTopic<T extends LiveTopicName = LiveTopicName> {
  name: T;
  /**
   * Opens a subscription for this caller, or null when it is refused (no policy, foreign customer, unknown record: all
   * look alike from outside). `params` are those of the destination, `query` the header of that name. Throws
   * `validationFailed` for a malformed query.
   */
  open(caller: Caller, params: Record<string, string>, query: string): Promise<LiveFeed<LiveMessage<T>> | null>;
}

/**
 * One subscriber's view of a topic. The hub starts to `take` before it asks for `first`, so no event is lost; messages
 * may therefore repeat a change, never miss one.
 */
export interface LiveFeed<Message> {
  /** True: flushed at once. False: gathered, at most one message every 250 ms, or every `gatherMs`. */
  urgent: boolean;
  gatherMs?: number;
  /** The changes after `since`, or everything when it is null; null without changes. */
  first(since: number | null): Promise<Message | null>;
  /** Keeps the events for this subscriber; true when something was kept. */
  take(event: LiveEvent): boolean;
  /** Before `flush`, in the caller's turn: asks the database about kept events. */
  prepare?(): Promise<void>;
  /** Returns the kept events and clears them. */
  flush(): Message;
}
