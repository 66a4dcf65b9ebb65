import type { LiveMessage } from '@varde/contract/live';
import type { sensorRunStates } from '@varde/contract/sensors';
import { useEffect, useEffectEvent, useState } from 'react';
import { useChannel, useLiveStatus } from '#data/live/live-context.tsx';
import { useNow } from '#ui/clock.ts';

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
export const isUnderWay = ({ state }: Pick<Run, 'state'>): boolean =>
  state === 'starting' || state === 'active';

interface RunCalls {
  /** Resolves to whether the server has been told. */
  stop: () => Promise<boolean>;
  refetch: () => void;
}

/**
 * Ends a run of a unit that nobody watches any more: when its page is left, and when the contact with the server is lost;
 * a server that could not be told of it then is told when the contact is back. The run is read again every few seconds,
 * and when its seconds are over: the unit has ended it by itself. Returns whether the contact is lost, or a run was cut
 * off by that and is not stopped yet: what is shown of a run is then not what the unit does.
 */
export function useRunEnd(run: Run | undefined, { stop, refetch }: RunCalls): boolean {
  const isLost = useLiveStatus().state === 'lost';
  const isWorking = run !== undefined && isUnderWay(run);
  const [isUnstopped, setIsUnstopped] = useState(false);
  const endUnwatched = useEffectEvent(async () => {
    setIsUnstopped(isWorking);
    if (isWorking && (await stop())) setIsUnstopped(false);
  });
  const endCutOff = useEffectEvent(() => {
    if (isUnstopped) void endUnwatched();
  });
  const readAgain = useEffectEvent(refetch);
  useEffect(() => () => void endUnwatched(), []);
  useEffect(() => {
    if (isLost) void endUnwatched();
    else endCutOff();
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
  return isLost || (isUnstopped && isWorking);
}

/** The time that a run has left, as `2:59`. */
export function useRemaining(run: Run | undefined): string {
  const now = useNow(1000);
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
