import type { LiveMessage } from '@varde/contract/live';
import type { sensorRunStates } from '@varde/contract/sensors';
import { useEffect, useEffectEvent } from 'react';
import { useChannel, useLiveStatus } from '#data/live/live-context.tsx';
import { useOwnNow } from '#ui/clock.ts';
import { endUnwatched, useIsUnstopped } from './unwatched-runs.ts';

export interface Run {
  state: (typeof sensorRunStates)[number];
  /** Seconds until the unit ends it by itself, when it was read. */
  remaining: number;
  /** When it was read, Unix milliseconds. */
  readAt: number;
}

/** How often a run is read that is not idle. */
const followMs = 2000;

/** The unit works, or is about to begin. */
export const isUnderWay = ({ state }: Pick<Run, 'state'>): boolean => state === 'starting' || state === 'active';

interface RunCalls {
  /** The same for a run of one kind in one unit. */
  key: string;
  stop: () => Promise<unknown>;
  refetch: () => void;
}

/**
 * Ends a run of a unit that nobody watches any more: when its page is left, and when the contact with the server is lost;
 * a server that could not be told of it then is told when the contact is back. The run is read again every few seconds,
 * and when its seconds are over: the unit has ended it by itself. Returns why what is shown of a run is not what the
 * unit does, if it is not: the run was cut off and goes on in the unit (`unstopped`), or only the contact is `lost`.
 */
export function useRunEnd(run: Run | undefined, { key, stop, refetch }: RunCalls): 'unstopped' | 'lost' | null {
  const channel = useChannel();
  const isLost = useLiveStatus().state === 'lost';
  const isWorking = run !== undefined && isUnderWay(run);
  const isUnstopped = useIsUnstopped(key);
  const end = useEffectEvent(() => {
    if (isWorking) void endUnwatched(channel, key, stop);
  });
  const readAgain = useEffectEvent(refetch);
  useEffect(() => () => end(), []);
  useEffect(() => {
    if (isLost) end();
  }, [isLost]);
  // Not the interval of the query: what the unit reports meanwhile would begin it anew each time.
  const isIdle = run === undefined || run.state === 'idle';
  useEffect(() => {
    if (isIdle) return undefined;
    const timer = setInterval(() => readAgain(), followMs);
    return () => clearInterval(timer);
  }, [isIdle]);
  const endsAt = run?.state === 'active' ? run.readAt + run.remaining * 1000 : null;
  useEffect(() => {
    if (endsAt === null) return undefined;
    const timer = setTimeout(() => readAgain(), Math.max(0, endsAt - Date.now()) + 500);
    return () => clearTimeout(timer);
  }, [endsAt]);
  if (isUnstopped) return 'unstopped';
  return isLost ? 'lost' : null;
}

/** The time that a run has left, as `2:59`. */
export function useRemaining(run: Run | undefined): string {
  const now = useOwnNow(1000);
  if (run?.state !== 'active') return '';
  const seconds = Math.max(0, Math.ceil((run.readAt - now) / 1000 + run.remaining));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

type Topic = 'localLearning' | 'walkTest';

/**
 * Follows what a unit reports while it learns or is tested. Entries that are not understood are only logged
 * (specification 2, section 8).
 */
export function useRunMessages<T extends Topic>(
  topic: T,
  { deviId, active, id }: { deviId: number; active: boolean; id: string },
  onSensors: (sensors: LiveMessage<T>['sensors']) => void,
): void {
  const channel = useChannel();
  const take = useEffectEvent((message: LiveMessage<T>) => {
    const given: unknown = message.sensors;
    const entries: unknown[] = Array.isArray(given) ? given : [];
    const known = entries.filter((entry) => isEntry(entry, id));
    if (!Array.isArray(given) || known.length < entries.length)
      // biome-ignore lint/suspicious/noConsole: the browser's log is where the specification wants them
      console.warn('Live channel: entries without an id', topic);
    if (known.length > 0) onSensors(known as LiveMessage<T>['sensors']);
  });
  useEffect(() => {
    if (!active) return undefined;
    return channel.subscribe<Topic>({
      topic,
      params: { deviId },
      onMessage: (message) => take(message as LiveMessage<T>),
    });
  }, [channel, topic, deviId, active]);
}

const isEntry = (entry: unknown, id: string): boolean =>
  typeof entry === 'object' && entry !== null && typeof (entry as Record<string, unknown>)[id] === 'string';
