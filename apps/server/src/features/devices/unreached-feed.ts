import type { LiveEvent } from '@varde/contract/events';
import type { LiveMessage } from '@varde/contract/live';
import type { LiveFeed } from '#platform/live/topic.ts';

type Message = LiveMessage<'devices'>;
type DeviceEvent = Extract<LiveEvent, { type: 'device' }>;

interface UnreachedFeedOptions {
  /** Which of these devices reach nobody now. */
  unreachedAmong(deviIds: readonly number[]): Promise<readonly number[]>;
  /** Whether a change of notification lists at this customer can change what the subscriber sees. */
  concerns(custId: number): boolean;
  latestRev(): Promise<number>;
}

/**
 * The feed of a list of devices whose alarms reach nobody. A device's row does not say whether it does: before each
 * message the database is asked for those that changed. Lists have no history, so a change of one, and a subscriber who
 * was away, are answered with `reset`.
 */
export function unreachedFeed(
  open: (isUnreached: (deviId: number) => boolean) => LiveFeed<Message>,
  { unreachedAmong, concerns, latestRev }: UnreachedFeedOptions,
): LiveFeed<Message> {
  let waiting: DeviceEvent[] = [];
  let reset = false;
  let unreached: ReadonlySet<number> = new Set();
  const feed = open((deviId) => unreached.has(deviId));
  return {
    urgent: false,
    first: async (since) => (since === null ? null : { rev: await latestRev(), changes: [], reset: true }),
    take(event) {
      if (event.type === 'notificationLists') {
        const isConcerned = event.custIds.some(concerns);
        reset ||= isConcerned;
        return isConcerned;
      }
      if (event.type !== 'device') return false;
      if (!concerns(event.custId) && !concerns(event.previousCustId ?? event.custId)) return false;
      waiting.push(event);
      return true;
    },
    async prepare() {
      const events = waiting;
      waiting = [];
      if (events.length === 0) return;
      unreached = new Set(await unreachedAmong([...new Set(events.map(({ deviId }) => deviId))]));
      for (const event of events) feed.take(event);
    },
    flush() {
      const message = feed.flush();
      if (!reset) return message;
      reset = false;
      return { ...message, reset: true };
    },
  };
}
